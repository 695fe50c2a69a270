// In which order the steps of background collections and of the end of a process may come.
#pragma once

#include <optional>

#include "harness/program/program.h"
#include "harness/program/validate/problem_list.h"

namespace gcrucible::program {

// Sees the steps of one program in their order, and says what is wrong to `problems`, which outlives it.
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
  std::optional<Background::Phase> last_;  // of the collection under way
  bool shutting_down_ = false;
};

// A message at the beginning of the collection that never ends.
void add_unended_background(const Program& program, ProblemList& problems);

}  // namespace gcrucible::program
