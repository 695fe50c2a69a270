// The second traversal: a slow, simple look at what a collection did, sharing no code with mark and plan.
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

// Takes a copy of what it needs before the collection, recomputes reachability in its own way (breadth first
// over plain sets, no plugs), and after the move compares. Costs memory and time in proportion to the whole
// heap; the benchmark leaves it out.
class Audit {
 public:
  // Between the suspension and plan().
  explicit Audit(const Heap& heap) : before_(heap) {}
  // What check() compares with. Whoever finds out before move() that somebody else has changed an object's
  // bytes may say so there.
  HeapSnapshot& before() { return before_; }
  // After move(). `heap` is the one of the constructor, `collection` as planned. Of findings of one kind the
  // first twenty are told.
  std::vector<AuditFinding> check(const Heap& heap, const Collection& collection) const;

 private:
  HeapSnapshot before_;
};

}  // namespace gcrucible::sim
