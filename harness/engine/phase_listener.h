// The interface between a collector and the simulated CLR: a collection as a list of phases.
#pragma once

#include <cstdint>

#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::engine {

// For an engine that marks, plans or moves all heaps before it reports any. One call then covers all heaps.
inline constexpr std::uint16_t kEveryHeap = 0xFFFF;

// The phases of a collection, in this order, while the runtime is suspended. `heap` is the number of the
// server heap (0 for workstation GC), or kEveryHeap. Per-heap phases may come from several threads at once,
// the others from one thread. At each phase, objects are where the comment states, so that a listener may
// read them. docs/architecture.md lists the function of .NET's own collector for each phase.
class PhaseListener {
 public:
  PhaseListener() = default;
  PhaseListener(const PhaseListener&) = delete;
  PhaseListener& operator=(const PhaseListener&) = delete;
  virtual ~PhaseListener() = default;

  // The condemned generations are decided. Objects have not moved.
  virtual void started(const sim::Collection& collection) = 0;
  // Marking is over: live objects are known, newly finalizable objects are queued. Old addresses.
  virtual void marked(const sim::Collection& collection, std::uint16_t heap) = 0;
  // Compacting or sweeping is decided for LOH and POH. Their survivors may be reported. Old addresses.
  virtual void planned(const sim::Collection& collection, std::uint16_t heap) = 0;
  // Every plug has its destination. No object has moved yet.
  virtual void about_to_move(const sim::Collection& collection, std::uint16_t heap) = 0;
  // Objects are at their new addresses. References and handles are updated. Collection::plugs keep the old
  // addresses.
  virtual void moved(const sim::Collection& collection, std::uint16_t heap) = 0;
  // Generations have the values that they keep until the next collection.
  virtual void ended(const sim::Collection& collection) = 0;
};

}  // namespace gcrucible::engine
