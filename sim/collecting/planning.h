// Planning: which generations compact or sweep, the plugs, and their destinations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/collecting/collection.h"
#include "sim/collecting/destinations.h"
#include "sim/collecting/plug_finder.h"
#include "sim/fault.h"
#include "sim/heap.h"

namespace gcrucible::sim {

// Works on a marked Collection. Fills compacts, ranges, plugs, opened and the counts. Lives for one call of
// run().
class Planner {
 public:
  Planner(Heap& heap, Collection& collection, Fault fault)
      : heap_(&heap), collection_(&collection), fault_(fault) {}

  void run();

 private:
  struct Survey {
    std::uint64_t allocated = 0;
    std::uint64_t surviving_bytes = 0;
    std::uint64_t survivors = 0;
    std::uint64_t plugs = 0;
  };

  void list_ranges();
  void find_pinned();
  // Applies where pinned objects are not promoted. A survivor that starts at the end of a pinned object stays
  // with it. There is no room between the two for the collector's notes about a plug.
  void pin_neighbours();
  void survey();
  void decide_modes();
  void plant_in_modes();
  void plant_in_pins();
  void plant_in_plugs();
  void form_plugs();
  // Objects that would slide past a held-back pinned plug are promoted. They move to a range of their new
  // generation.
  void leave_held_back(const RangePlan& plan, std::span<Plug> plugs, std::span<const std::uint64_t> lengths,
                       FreshDestinations& fresh);
  bool single_plugs(Generation generation) const {
    return generation == Generation::kLarge && collection_->compacts[index_of(generation)];
  }
  PlugFinder finder() const { return {*heap_, collection_->live, pinned_, flipped_}; }

  Heap* heap_;
  Collection* collection_;
  Fault fault_;
  bool promotes() const { return collection_->request.promote && fault_ != Fault::kWrongGeneration; }

  std::vector<bool> pinned_;  // by object; empty when nothing is pinned
  ObjectIndex flipped_ = kNoObject;
  PerGeneration<Survey> surveys_{};
  std::vector<RangeSurvivors> survivors_;  // parallel to Collection::ranges
};

}  // namespace gcrucible::sim
