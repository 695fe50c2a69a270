// The errors found so far, and the place of the next one.
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
  // Adds the message unless `holds`, and returns `holds`. A message that must be built is passed as a
  // function: every run checks its program, but errors are rare.
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

// Checks the parts that steps depend on: runtime, heap, types, threads, functions.
void validate_setup(const Program& program, ProblemList& problems);
// Checks the types of the runtime's objects for a collectible assembly.
bool validate_load(const Program& program, const LoadAssembly& step, ProblemList& problems);
// Checks how a collection is reported, and its modes.
void validate_collect(const Collect& collect, ProblemList& problems);
// Checks the collection at `place`, if it is provisional: the step before it, and the keys that it cannot
// have.
void validate_provisional(const Program& program, std::size_t place, ProblemList& problems);
// Checks the parts that only server GC has: heaps, and threads that take turns.
void validate_heaps(const HeapSpec& heap, ProblemList& problems);
void validate_heap_number(const HeapSpec& heap, std::optional<std::uint16_t> number, ProblemList& problems);
void validate_heap_of(const HeapSpec& heap, const Allocate& step, ProblemList& problems);
void validate_turns(const HeapSpec& heap, const Collect& collect, ProblemList& problems);
// Checks that the switch at `place` comes after the one before it.
void validate_order(const std::vector<Switch>& switches, std::size_t place, ProblemList& problems);
// Checks departures: the callbacks exist and have such arguments.
void validate_failing(const std::vector<InfoFailure>& failing, ProblemList& problems);
void validate_overrides(const CallOverrides& overrides, ProblemList& problems);
void validate_said(const SaidCall& said, ProblemList& problems);
void validate_entries(const std::vector<EntryEdit>& edits, ProblemList& problems);

}  // namespace gcrucible::program
