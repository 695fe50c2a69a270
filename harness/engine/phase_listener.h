// The seam between a collector and the mock CLR: a collection as a list of phases.
#pragma once

#include <cstdint>

#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::engine {

// An engine that has marked, planned or moved all heaps before it tells of any says so of all at once.
inline constexpr std::uint16_t kEveryHeap = 0xFFFF;

// What a collector tells the world, in this order, each phase while the runtime is suspended. `heap` is the
// number of the server heap (0 on a workstation), or kEveryHeap; the per-heap phases may come from several
// threads at once, the others from one. At every phase objects really are where the comment says, so that
// whoever is told may look. docs/architecture.md says which function of .NET's own collector fills each
// phase.
class PhaseListener {
 public:
  PhaseListener() = default;
  PhaseListener(const PhaseListener&) = delete;
  PhaseListener& operator=(const PhaseListener&) = delete;
  virtual ~PhaseListener() = default;

  // The condemned generations are decided. Objects are where the mutator left them.
  virtual void started(const sim::Collection& collection) = 0;
  // Marking is over: what lives is known, newly finalizable objects are queued. Old addresses.
  virtual void marked(const sim::Collection& collection, std::uint16_t heap) = 0;
  // Compact or sweep is decided for the large and the pinned object heap; their survivors may be told. Old
  // addresses.
  virtual void planned(const sim::Collection& collection, std::uint16_t heap) = 0;
  // Every plug has its destination; nothing has moved yet.
  virtual void about_to_move(const sim::Collection& collection, std::uint16_t heap) = 0;
  // Objects are at their new addresses, references and handles updated. Collection::plugs keep the old ones.
  virtual void moved(const sim::Collection& collection, std::uint16_t heap) = 0;
  // Generations are what they will be until the next collection.
  virtual void ended(const sim::Collection& collection) = 0;
};

}  // namespace gcrucible::engine
