// The region of its generation that a range lies in, and the effect of a compacting collection on the
// regions.
//
// In .NET 7 and later the order of regions decides the generation of a pinned survivor. A compacting
// collection packs survivors into the condemned regions themselves, generation by generation. It starts with
// the oldest region of the oldest generation. A region that receives survivors gets the generation of these
// survivors, with all pinned objects in it. The regions after those become generation 0. Survivors of the
// condemned generation, if it is not 2, go first into the generation above it. There they fill gaps that a
// sweep has left, or else the first region with room. Only when that is full do they go into condemned
// regions. A sweeping collection puts a generation's regions after those of the next generation. Source:
// gc.cpp, plan_phase, process_last_np_surv_region and process_remaining_regions. Measured with objects pinned
// in swept regions and in 10 MB of three generations.
//
// A scenario has only some of a process's objects. The model therefore assumes the following.
// - Each generation has at least one region.
// - In a collection that promotes, at least one region of each generation receives survivors.
// - A region of generation 0 that is swept has free space in it.
// - The first region of generation 0 contains a pinned object of the process itself from the start.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/ids.h"
#include "sim/range.h"

namespace gcrucible::sim {

class Heap;
struct Collection;
struct HeapSettings;

inline constexpr std::size_t kSmallGenerations = 3;

struct Region {
  bool free_space = false;  // between its objects; receives objects promoted into its generation
  bool own_pin = false;     // contains a pinned object of the process itself
};

// The regions of each small object heap generation, oldest region first. Each generation has at least one.
using HeapRegions = std::array<std::vector<Region>, kSmallGenerations>;

// The regions of all server heaps.
class Regions {
 public:
  HeapRegions& of(std::uint16_t heap);  // creates it if it does not exist yet
  const HeapRegions& of(std::uint16_t heap) const;
  std::size_t heaps() const { return heaps_.size(); }

 private:
  std::vector<HeapRegions> heaps_;
};

// Numbers the ranges that allocation has opened, among those in `live`. Each follows the ranges of its
// generation, in the last region while there is room.
void number_regions(std::span<Range> ranges, std::span<const RangeIndex> live, const HeapSettings& settings,
                    Regions& regions);

// Bytes that survive in a condemned range.
struct RangeSurvivors {
  std::uint64_t loose = 0;
  std::uint64_t pinned = 0;
};

// Plans the regions of one collection. Call it after modes and pins are decided. Writes RangePlan::held,
// RangePlan::region and Collection::regions. `survivors` is parallel to Collection::ranges. `promotes`:
// survivors get older.
void plan_regions(Heap& heap, Collection& collection, std::span<const RangeSurvivors> survivors,
                  bool promotes);

// Call it after the move. Numbers the ranges that received survivors and updates the regions. From a long run
// of empty regions some are released, as the runtime does.
void renew_regions(Heap& heap, const Collection& collection);

}  // namespace gcrucible::sim
