// The problems found so far, and where the next one belongs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/program/validate/validate.h"

namespace gcrucible::program {

class ProblemList {
 public:
  void at_step(std::size_t step, std::uint32_t line, std::uint32_t column) {
    step_ = step;
    line_ = line;
    column_ = column;
    setting_.clear();
  }
  void at_setting(std::string key) {
    at_step(Problem::kNoStep, 0, 0);
    setting_ = std::move(key);
  }
  void add(std::string message) {
    if (!full()) found_.push_back({step_, line_, column_, setting_, std::move(message)});
  }
  // Adds the message unless `holds`, and says whether it holds. A message that has to be put together is
  // given as something to call: every run checks its program, and hardly any has a problem.
  template <typename Message>
  bool check(bool holds, const Message& message) {
    if (holds) return true;
    if constexpr (std::is_invocable_v<const Message&>) {
      add(message());
    } else {
      add(message);
    }
    return false;
  }
  bool full() const { return found_.size() >= kMostProblems; }
  std::vector<Problem> take() { return std::move(found_); }

 private:
  std::size_t step_ = Problem::kNoStep;
  std::uint32_t line_ = 0;
  std::uint32_t column_ = 0;
  std::string setting_;
  std::vector<Problem> found_;
};

// Runtime, heap, types, threads, functions: what the steps stand on.
void validate_setup(const Program& program, ProblemList& problems);
// Whether the runtime's objects for a collectible assembly are of types that can be such.
bool validate_load(const Program& program, const LoadAssembly& step, ProblemList& problems);
// How a collection is told, and its modes.
void validate_collect(const Collect& collect, ProblemList& problems);
// Of the collection in that place, where it is provisional: what goes before it, and what it cannot have.
void validate_provisional(const Program& program, std::size_t place, ProblemList& problems);
// What server GC has and a workstation has not: heaps, and threads that take turns.
void validate_heaps(const HeapSpec& heap, ProblemList& problems);
void validate_heap_number(const HeapSpec& heap, std::optional<std::uint16_t> number, ProblemList& problems);
void validate_heap_of(const HeapSpec& heap, const Allocate& step, ProblemList& problems);
void validate_turns(const HeapSpec& heap, const Collect& collect, ProblemList& problems);
// Whether the switch in that place comes behind the one before it.
void validate_order(const std::vector<Switch>& switches, std::size_t place, ProblemList& problems);
// What is told on purpose: callbacks exist and have such arguments.
void validate_failing(const std::vector<InfoFailure>& failing, ProblemList& problems);
void validate_overrides(const CallOverrides& overrides, ProblemList& problems);
void validate_said(const SaidCall& said, ProblemList& problems);
void validate_entries(const std::vector<EntryEdit>& edits, ProblemList& problems);

}  // namespace gcrucible::program
