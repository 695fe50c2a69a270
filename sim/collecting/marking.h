// Marking: which objects survive, which finalizers become due, which handles are cleared.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/collecting/collection.h"
#include "sim/fault.h"
#include "sim/heap.h"

namespace gcrucible::sim {

// Fills Collection::live, queued, finalization and cleared_handles. Only reads the heap. Lives for one call
// of run().
//
// The phases follow the runtime, because their order is visible. First, objects reachable from roots are
// marked. Then weak short handles are cleared. Unreachable finalizable objects are queued and survive with
// all objects that they reach. Last, weak long and dependent handles, and ref-counted handles with count 0,
// are cleared.
class Marker {
 public:
  Marker(const Heap& heap, Collection& collection, Fault fault)
      : heap_(&heap), collection_(&collection), fault_(fault) {}

  void run();

 private:
  bool is_live(ObjectIndex object) const { return collection_->live[object]; }
  void mark(ObjectIndex object) {
    if (object == kNoObject || collection_->live[object]) return;
    collection_->live[object] = true;
    stack_.push_back(object);
  }
  void visit(ObjectIndex object) {
    for (const ObjectIndex target : heap_->objects().references(object)) mark(target);
  }
  void drain();
  void start_bits();
  void mark_uncondemned();
  void mark_roots();
  // Marks the secondaries of dependent handles whose key is alive, until nothing changes.
  void mark_dependents();
  void queue_finalizers();
  void clear_handles(bool after_finalization);
  void finish_bits();
  void plant_in_bits();

  const Heap* heap_;
  Collection* collection_;
  Fault fault_;
  std::vector<ObjectIndex> stack_;
  std::vector<HandleIndex> waiting_dependents_;
};

}  // namespace gcrucible::sim
