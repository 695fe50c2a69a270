// Rules that have no checker yet, by what they are about.
#include "tests/harness/rules/breaks.h"

namespace gcrucible::tests {

std::set<std::string> pending() {
  return {
      // reports
      "arrays/count-is-length",
      // the graph, handles and ids
      "roots/empty-slots-told",
      "roots/complete",
      "roots/stack-owner",
      "roots/ref-counted",
      "profiler-handles/weak",
      "profiler-handles/strong-and-pinned",
      // suspension, threads, masks and background collections
      "bracket/provisional-second-report",
      // the life of a profiler
      "attach/nothing-between",
  };
}

}  // namespace gcrucible::tests
