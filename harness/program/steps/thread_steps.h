// Tracks which threads run at a step, which functions they are in, and which exceptions are under way.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/program/program.h"
#include "harness/program/steps/call_stack.h"
#include "harness/program/validate/problem_list.h"

namespace gcrucible::program {

// Takes the steps of one program in order, and reports errors to `problems`. Both must outlive it.
class ThreadSteps {
 public:
  ThreadSteps(const Program& program, ProblemList& problems);

  // True if the thread exists, has started, has not ended, and is not between two blocks of an exception.
  bool running(std::uint32_t thread);
  void start(const StartThread& step);
  void end(const EndThread& step);
  void throws(const Throw& step);
  void catches(const CatchThrown& step);
  void compiles(const Compile& step);
  void calls(const Call& step);
  void returns(const Return& step);
  void allocates(const Allocate& step);
  void suspends(const Suspend& step);
  void collects(const Collect& step);
  // The process begins to end.
  void shut_down();

 private:
  enum class State : std::uint8_t { kNotStarted, kRunning, kEnded };

  bool exists(std::uint32_t thread);
  bool started(std::uint32_t thread);
  bool function(std::uint32_t number);
  // Whether these functions can be called `times` times on the thread.
  bool callable(std::uint32_t thread, const std::vector<std::uint32_t>& functions, std::uint64_t times);
  void suspended_by(std::uint32_t thread, const Suspending& suspension);
  bool replaces(const Throw& step);

  const Program* program_;
  ProblemList* problems_;
  std::vector<State> states_;
  std::vector<std::vector<const Throw*>> exceptions_;  // by thread: exceptions under way, innermost last
  CallStacks stacks_;
};

// Adds an error at the first Throw without a Catch.
void check_all_caught(const Program& program, ProblemList& problems);

}  // namespace gcrucible::program
