// Checks the order of steps for background collections and for the end of the process.
#pragma once

#include <optional>

#include "harness/program/program.h"
#include "harness/program/validate/problem_list.h"

namespace gcrucible::program {

// Takes the steps of one program in order, and reports errors to `problems`, which must outlive it.
class BackgroundSteps {
 public:
  explicit BackgroundSteps(ProblemList& problems) : problems_(&problems) {}

  void begin_shutdown();
  void background(const Background& step);
  void collect(Generation condemned);
  bool under_way() const { return last_.has_value(); }
  bool shutting_down() const { return shutting_down_; }

 private:
  ProblemList* problems_;
  std::optional<Background::Phase> last_;  // of the collection in progress
  bool shutting_down_ = false;
};

// Adds an error at the start of a collection that never ends.
void add_unended_background(const Program& program, ProblemList& problems);

}  // namespace gcrucible::program
