// Rules about the graph, handles and ids: one way to break each, and those that have no checker yet.
#include "tests/harness/rules/breaks.h"

namespace gcrucible::tests {

std::vector<Break> graph_breaks() {
  return {};
}

std::set<std::string> graph_pending() {
  return {
      "references/empty-is-zero",
      "references/class-of-unloading",
      "references/error-leaves-the-bracket",
      "references/addresses-after",
      "roots/empty-slots-told",
      "roots/complete",
      "roots/stack-owner",
      "roots/handle-ids",
      "roots/finalizer-queue",
      "roots/weak-does-not-keep",
      "roots/ref-counted",
      "roots/interior-resolved",
      "dependent-handles/needs-fifth-interface",
      "dependent-handles/handle-ids",
      "references/closed-graph",
      "finalization/queued-once",
      "finalization/repeated-until-run",
      "finalization/old-address",
      "handles/every-handle",
      "handles/initial-object",
      "profiler-handles/weak",
      "profiler-handles/strong-and-pinned",
      "ids/unique",
      "ids/die-with-container",
      "ids/class-window",
      "ids/load-pairs",
      "ids/thread-window",
      "ids/instances-differ",
      "ids/class-id-reuse",
      "ids/object-id-reuse",
  };
}

}  // namespace gcrucible::tests
