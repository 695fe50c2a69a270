// The audit: a slow, simple second traversal that checks a collection. It shares no code with mark and plan.
#pragma once

#include <string>
#include <vector>

#include "sim/audit/snapshot.h"
#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::sim {

struct AuditFinding {
  std::string what;  // a sentence with object numbers and addresses
};

// Copies the state that it needs before the collection. Recomputes reachability in a different way (breadth
// first over plain sets, no plugs). Compares after the move. Costs memory and time in proportion to the whole
// heap, so the benchmark leaves the audit out.
class Audit {
 public:
  // Call it after the suspension and before plan().
  explicit Audit(const Heap& heap) : before_(heap) {}
  // The snapshot that check() compares with. Before move(), a caller that finds an object's bytes changed by
  // another party may record the change here.
  HeapSnapshot& before() { return before_; }
  // Call it after move(). `heap` is the heap of the constructor; `collection` is the planned one. Reports at
  // most twenty findings of each kind.
  std::vector<AuditFinding> check(const Heap& heap, const Collection& collection) const;

 private:
  HeapSnapshot before_;
};

}  // namespace gcrucible::sim
