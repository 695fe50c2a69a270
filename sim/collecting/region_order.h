// In which region of its generation a range lies, and what a compacting collection makes of the regions.
//
// .NET 7 and later decide by the order of regions in which generation a pinned survivor is afterwards. A
// compacting collection packs survivors into the condemned regions themselves, generation by generation, the
// oldest region of the oldest generation first: a region that is packed into gets the generation of what is
// packed there, with all that is pinned in it. Regions behind those are generation 0, whatever they were.
// Survivors of the condemned generation, where it is not 2, go into the generation above it first, into
// gaps that a sweep has left or else its first region with room, and only when that is full into
// condemned regions. A sweeping collection puts a generation's regions behind those of the next one
// (source: gc.cpp, plan_phase, process_last_np_surv_region and process_remaining_regions; measured with
// objects pinned in swept regions and in 10 MB of three generations).
//
// A scenario has some of a process's objects only. So each generation is taken to have at least one
// region and, in a collection that promotes, something that is packed into one; a region that was
// generation 0 and is swept has free space in it; and in the first region of generation 0 something of
// the process's own is pinned from the start.
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
  bool free_space = false;  // between its objects, so that what is promoted into its generation goes there
  bool own_pin = false;     // something of the process's own is pinned in it
};

// Of the generations of the small object heap, the oldest region first; one at least in each.
using HeapRegions = std::array<std::vector<Region>, kSmallGenerations>;

// By server heap.
class Regions {
 public:
  HeapRegions& of(std::uint16_t heap);  // makes it where it is not known yet
  const HeapRegions& of(std::uint16_t heap) const;
  std::size_t heaps() const { return heaps_.size(); }

 private:
  std::vector<HeapRegions> heaps_;
};

// Numbers the ranges that allocation has opened, of those that `live` names: each behind those of its
// generation, in the last region while there is room in it.
void number_regions(std::span<Range> ranges, std::span<const RangeIndex> live, const HeapSettings& settings,
                    Regions& regions);

// Bytes that survive in a range that is condemned.
struct RangeSurvivors {
  std::uint64_t loose = 0;
  std::uint64_t pinned = 0;
};

// Plans the regions of one collection, when modes and pins are decided: writes RangePlan::held,
// RangePlan::region and Collection::regions. `survivors` of Collection::ranges, one by one; `promotes`:
// they get older.
void plan_regions(Heap& heap, Collection& collection, std::span<const RangeSurvivors> survivors,
                  bool promotes);

// After everything has moved: numbers the ranges that survivors were packed into and renews the regions. Of
// many regions in a row in which nothing lies some are given up, as the runtime gives them back.
void renew_regions(Heap& heap, const Collection& collection);

}  // namespace gcrucible::sim
