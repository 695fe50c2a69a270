// The simulated collector: mark and plan make a Collection, move carries it out.
#pragma once

#include <cstdint>
#include <string>

#include "sim/collecting/collection.h"
#include "sim/fault.h"
#include "sim/heap.h"

namespace gcrucible::sim {

// Stateless but for the number of the last collection and the planted fault. One thread at a time.
//
// Between begin() and move() the heap is as the mutator left it, which is what a profiler sees while it is
// told of moved references: the runtime reports before it relocates (coreclr.md 1.2). After move() every
// address, range, handle, reference field and generation is the new one.
class Collector {
 public:
  explicit Collector(Heap& heap, Fault fault = Fault::kNone) : heap_(&heap), fault_(fault) {}

  // Decides which generations are condemned, and nothing else: what a profiler is told of as the collection
  // starts.
  Collection begin(const CollectionRequest& request);

  // Marks from stacks, statics, handles, the finalizer queue and every object of a generation that is not
  // condemned (dead ones too: their cards are as dirty as others'), clears nothing yet, decides plugs and
  // destinations. All that it does to the heap is to open destination ranges and, where heaps are balanced,
  // to give ranges to other heaps.
  void plan(Collection& collection);
  // Both at once.
  Collection plan(const CollectionRequest& request);

  // Moves bytes, rewrites reference fields, handles and columns, promotes or demotes, vacates what is free.
  void move(Collection& collection);

  std::uint32_t collections() const { return count_; }

 private:
  Heap* heap_;
  Fault fault_;
  std::uint32_t count_ = 0;
};

}  // namespace gcrucible::sim
