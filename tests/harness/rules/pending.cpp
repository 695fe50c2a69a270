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
      // answers
      "bracket/old-addresses-in-started",
      "bracket/new-addresses-in-finished",
      "generations/small-buffer",
      "generations/answers-in-callbacks",
      "generations/exact-length",
      "generations/length-inside-reserved",
      "generations/disjoint",
      "generations/one-entry-a-range",
      "generations/before-promotion",
      "generations/object-in-its-range",
      "generations/not-gc-object",
      "generations/needs-flag",
      "objects/class-of-unloading",
      "objects/size-without-padding",
      "objects/size-overflow",
      "objects/alignment",
      "objects/size-of-class",
      "classes/array-answers",
      "classes/own-fields",
      "classes/box-offset",
      "objects/array-contents",
      "info/small-buffer",
      "info/optional-outs",
      "info/live-ids",
      "info/still-loading",
      "objects/no-module-frozen-objects",
      "info/free-threaded",
      "walks/references-on-demand",
      "walks/reference-callback",
      "objects/frozen-answer",
      "suspend-runtime/no-collection",
      "suspend-runtime/refusals",
      "non-gc-heap/apart",
      "walks/heap",
      // the life of a profiler
      "start/initialize-first",
      "start/second-interface-required",
      "start/failed-initialize-ends",
      "start/one-profiler",
      "attach/initialize-for-attach",
      "attach/client-data",
      "attach/active-before-complete",
      "attach/orphans-end",
      "attach/concurrent-gc",
      "attach/allowed-flags",
      "attach/nothing-between",
      "attach/result",
      "attach/complete-ignored",
      "detach/no-new-callbacks",
      "detach/succeeded-last",
      "detach/refusals",
      "shutdown/at-a-managed-end",
      "shutdown/once",
      "shutdown/unannounced-only-then",
  };
}

}  // namespace gcrucible::tests
