// What should live, be queued and be cleared, by the audit's own reckoning.
#pragma once

#include <vector>

#include "sim/audit/snapshot.h"
#include "sim/collecting/collection.h"

namespace gcrucible::sim {

struct Reachability {
  PerGeneration<bool> condemned{};
  std::vector<bool> alive;           // by object, after the collection
  std::vector<bool> alive_unqueued;  // by object, of those what no finalizer that becomes due keeps alive
  std::vector<bool> pinned;          // by object, those that stay with a pinned one among them
  std::vector<FinalizableObject> queued;  // ascending by object
  std::vector<HandleIndex> cleared;       // ascending
};

Reachability expect_reachability(const Heap& heap, const HeapSnapshot& before,
                                 const CollectionRequest& request);

}  // namespace gcrucible::sim
