// Rules about suspension, threads, masks and background collections: one way to break each, and those that
// have no checker yet.
#include "tests/harness/rules/breaks.h"

namespace gcrucible::tests {

std::vector<Break> thread_breaks() {
  return {};
}

std::set<std::string> thread_pending() {
  return {
      "bracket/background-finishes",
      "bracket/provisional-second-report",
      "suspension/known-reason",
      "suspension/ends-once",
      "suspension/same-thread",
      "suspension/abort-ends-it",
      "suspension/resume-same-thread",
      "suspension/threads-inside",
      "suspension/own-thread-before",
      "suspension/suspended-threads-rest",
      "suspension/thread-pairs",
      "suspension/no-appdomain-callbacks",
      "suspension/no-code-pitching",
      "suspension/for-profiler",
      "suspension/own-thread-first",
      "suspension/no-destroyed-threads",
      "threads/calls-nest",
      "threads/gc-threads-only-collect",
      "threads/batches-stay-on-thread",
      "threads/triggering-thread",
      "threads/no-id-on-gc-threads",
      "masks/gc-brings-all",
      "masks/no-background",
      "masks/basic-gc",
      "masks/immutable",
      "masks/change-any-time",
      "masks/read-back",
      "masks/one-word-clears-high",
      "masks/moved-objects-alone",
      "masks/moved-objects-alone-silent",
      "masks/pinned-objects-alone-silent",
      "masks/allocated-by-class",
  };
}

}  // namespace gcrucible::tests
