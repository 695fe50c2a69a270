// In which order the steps of background collections and of the end of a process may come.
#pragma once

#include <optional>

#include "harness/program/problem_list.h"
#include "harness/program/step.h"

namespace gcrucible::program {

// Sees the steps of one program in their order, and says what is wrong to `problems`, which outlives it.
class BackgroundSteps {
 public:
  explicit BackgroundSteps(ProblemList& problems) : problems_(&problems) {}

  void begin_shutdown();
  void background(const Background& step);
  void collect(Generation condemned);
  bool under_way() const { return last_.has_value(); }

 private:
  ProblemList* problems_;
  std::optional<Background::Phase> last_;  // of the collection under way
  bool shutting_down_ = false;
};

}  // namespace gcrucible::program
