// Destinations for the plugs of a compacting generation.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::sim {

// Packs plugs into ranges that it opens. There is one row of ranges for each target generation of each server
// heap, shared by all sources. Pinned plugs stay. Lives for one plan. Opening ranges is its only change to
// the heap.
class FreshDestinations {
 public:
  FreshDestinations(Heap& heap, Collection& collection) : heap_(&heap), collection_(&collection) {}

  // The next place for a plug of `length`. nullopt if the address space is used up; the plug then stays.
  std::optional<Address> place(Generation target, std::uint16_t heap, std::uint64_t length);

 private:
  struct Row {
    Address next = 0;
    Address limit = 0;
  };
  Heap* heap_;
  Collection* collection_;
  std::vector<PerGeneration<Row>> rows_;  // by server heap
};

// Slides the plugs of one range down to its start, around pinned plugs, as the CLR does. The moving plugs
// keep their order. A plug above a pinned plug goes below it only while it fits there. `lengths[i]` belongs
// to `plugs[i]`.
void slide(const Heap& heap, const Range& range, std::span<Plug> plugs,
           std::span<const std::uint64_t> lengths);

}  // namespace gcrucible::sim
