// The simulated collector. Mark and plan create a Collection; move carries it out.
#pragma once

#include <cstdint>
#include <string>

#include "sim/collecting/collection.h"
#include "sim/fault.h"
#include "sim/heap.h"

namespace gcrucible::sim {

// Stateless except for the number of the last collection and the planted fault. One thread at a time.
//
// Between begin() and move() the heap is as the mutator left it. A profiler that is notified of moved
// references sees this state, because the runtime reports before it relocates (dotnet/runtime
// plan_phase.cpp). After move() every address, range, handle, reference field and generation is new.
class Collector {
 public:
  explicit Collector(Heap& heap, Fault fault = Fault::kNone) : heap_(&heap), fault_(fault) {}

  // Decides only which generations are condemned. This is the information that a profiler gets when the
  // collection starts.
  Collection begin(const CollectionRequest& request);

  // Marks from stacks, statics, handles, the finalizer queue and every object of a generation that is not
  // condemned. This includes dead objects there, because their cards are dirty too. Decides plugs and
  // destinations, and clears nothing yet. Changes to the heap: opens destination ranges and, in balanced
  // heaps, assigns ranges to other heaps.
  void plan(Collection& collection);
  // begin() and plan() in one call.
  Collection plan(const CollectionRequest& request);

  // Moves bytes; rewrites reference fields, handles and columns; promotes or demotes; vacates free space.
  void move(Collection& collection);

  std::uint32_t collections() const { return count_; }

 private:
  Heap* heap_;
  Fault fault_;
  std::uint32_t count_ = 0;
};

}  // namespace gcrucible::sim
