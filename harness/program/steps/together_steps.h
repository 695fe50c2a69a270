// Checks the steps that threads may make at the same time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/program/numbers.h"
#include "harness/program/program.h"
#include "harness/program/validate/problem_list.h"

namespace gcrucible::program {

// Takes the steps of one program in order, and reports errors to `problems`. Both must outlive it.
class TogetherSteps {
 public:
  TogetherSteps(const Program& program, ProblemList& problems) : program_(&program), problems_(&problems) {}

  // `meanwhile`: an adverbial phrase for a state of the process that forbids Together; null if there is none.
  void take(const Step& step, const char* meanwhile);

 private:
  static constexpr std::uint32_t kMostLanes = 64;
  struct Made {
    std::uint64_t count = 0;
    std::uint32_t lane = kNothing;
  };
  // Roots and handles: the threads that use one, and the thread that removes it.
  struct Uses {
    std::vector<std::uint32_t> lanes = {};
    std::optional<std::uint32_t> ended_by = {};
  };

  void begin(const Together& step, const char* meanwhile);
  void in_lane(const Step& step);
  void check_kind(const Step& step);
  void check_collect(const Collect& collect, std::uint32_t lane);
  void check_suspending(const Suspending& suspending, std::uint32_t lane);
  void check_names(const Step& step);
  void check_uses(const Step& step);
  void make(const Action& action, std::uint32_t lane);
  std::string spoken(Noun noun, std::uint64_t number) const;
  bool is_lane(std::uint32_t thread) const;
  // Whether a switch may name it: a lane's thread, or a thread that reports a heap.
  bool takes_turns(std::uint32_t thread) const;

  const Program* program_;
  ProblemList* problems_;
  std::size_t step_ = 0;
  bool open_ = false;
  std::vector<std::uint32_t> lanes_ = {};
  std::vector<std::uint32_t> begun_ = {};  // threads that already had a step
  // By noun: the number of things made so far; and by first number, which thread made them since the start.
  std::array<std::uint64_t, kNounCount> count_{};
  std::array<std::map<std::uint64_t, Made>, kNounCount> made_ = {};
  std::array<std::map<std::uint64_t, Uses>, kNounCount> uses_ = {};
  // By number: the object of each root and of each handle.
  std::vector<std::uint64_t> rooted_ = {};
  std::vector<std::uint64_t> handled_ = {};
};

}  // namespace gcrucible::program
