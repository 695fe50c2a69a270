// Rules about answers: one way to break each, and those that have no checker yet.
#include "tests/harness/rules/breaks.h"

namespace gcrucible::tests {

std::vector<Break> answer_breaks() {
  return {};
}

std::set<std::string> answer_pending() {
  return {
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
  };
}

}  // namespace gcrucible::tests
