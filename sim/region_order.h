// In which region of its generation a range lies, and what a compacting collection makes of the regions.
//
// .NET 7 and later decide by the order of regions in which generation a pinned survivor is afterwards. A
// compacting collection packs survivors into the condemned regions themselves, generation by generation, the
// oldest region of the oldest generation first: a region that is packed into gets the generation of what is
// packed there, with all that is pinned in it. Regions behind those are generation 0, whatever they were.
// Survivors of the condemned generation, where it is not 2, go into the generation above it first, and only
// when that is full into condemned regions. A sweeping collection puts a generation's regions behind those of
// the next one (source: gc.cpp, plan_phase, process_last_np_surv_region and process_remaining_regions;
// measured with objects pinned in swept regions and in 10 MB of three generations).
//
// Each generation is taken to have at least one region and, in a collection that promotes, something that is
// packed into one: a scenario has some of a process's objects only.
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
using SmallGenerations = std::array<std::uint32_t, kSmallGenerations>;

// Regions of each generation of the small object heap, by server heap; one at least.
class RegionCounts {
 public:
  SmallGenerations& of(std::uint16_t heap);  // makes it where it is not known yet
  const SmallGenerations& of(std::uint16_t heap) const;
  std::size_t heaps() const { return counts_.size(); }

 private:
  std::vector<SmallGenerations> counts_;
};

// Numbers the ranges that allocation has opened: each behind those of its generation, in the last region
// while there is room in it.
void number_regions(std::span<Range> ranges, const HeapSettings& settings, RegionCounts& counts);

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

// After everything has moved: numbers the ranges that survivors were packed into and renews the counts.
void renew_regions(Heap& heap, const Collection& collection);

}  // namespace gcrucible::sim
