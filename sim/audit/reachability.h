// The audit's own result: which objects should survive, be queued and which handles should be cleared.
#pragma once

#include <vector>

#include "sim/audit/snapshot.h"
#include "sim/collecting/collection.h"

namespace gcrucible::sim {

struct Reachability {
  PerGeneration<bool> condemned{};
  std::vector<bool> alive;           // by object, after the collection
  std::vector<bool> alive_unqueued;  // by object; alive without the finalizers that become due
  std::vector<bool> pinned;          // by object; includes objects that stay with a pinned one
  std::vector<FinalizableObject> queued;  // ascending by object
  std::vector<HandleIndex> cleared;       // ascending
};

Reachability expect_reachability(const Heap& heap, const HeapSnapshot& before,
                                 const CollectionRequest& request);

}  // namespace gcrucible::sim
