// Rules about the life of a profiler: one way to break each, and those that have no checker yet.
#include "tests/harness/rules/breaks.h"

namespace gcrucible::tests {

std::vector<Break> life_breaks() {
  return {};
}

std::set<std::string> life_pending() {
  return {
      "start/initialize-first",         "start/second-interface-required",
      "start/failed-initialize-ends",   "start/one-profiler",
      "attach/initialize-for-attach",   "attach/client-data",
      "attach/active-before-complete",  "attach/orphans-end",
      "attach/concurrent-gc",           "attach/allowed-flags",
      "attach/nothing-between",         "attach/result",
      "attach/complete-ignored",        "detach/no-new-callbacks",
      "detach/succeeded-last",          "detach/refusals",
      "shutdown/at-a-managed-end",      "shutdown/once",
      "shutdown/unannounced-only-then",
  };
}

}  // namespace gcrucible::tests
