// Rules about reports and allocation: one way to break each, and those that have no checker yet.
#include "tests/harness/rules/breaks.h"

namespace gcrucible::tests {

std::vector<Break> report_breaks() {
  return {};
}

std::set<std::string> report_pending() {
  return {
      "bracket/one-for-all-threads",
      "bracket/truth-values",
      "bracket/no-running-code",
      "bracket/nothing-told-twice",
      "bracket/order",
      "arrays/count-is-length",
      "bracket/ids-hold-until-next",
      "ranges/both-families-when-mixed",
      "ranges/calls-add-up",
      "ranges/exact-lengths",
      "ranges/failure-suppresses-one-call",
      "ranges/older-alone",
      "ranges/large-objects-survive",
      "ranges/compacted-large-one-by-one",
      "moved/promoted",
      "allocation/each-object",
      "allocation/class-load-follows",
      "allocation/announced-before-use",
      "allocation/held-in-callback",
      "allocation/young-or-large",
      "allocation/threshold",
      "allocation/threshold-inclusive",
      "allocation/heap-of-flag",
      "allocation/not-after-attach",
      "allocation/allocating-thread",
      "allocated-by-class/counts",
      "allocated-by-class/census",
      "allocated-by-class/first",
      "allocated-by-class/no-large",
      "allocated-by-class/null-class",
  };
}

}  // namespace gcrucible::tests
