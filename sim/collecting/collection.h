// One collection as a value: the request, the survivors and all destinations. Computed before anything moves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/collecting/region_order.h"
#include "sim/heap.h"
#include "sim/ids.h"

namespace gcrucible::sim {

enum class Mode : std::uint8_t { kPolicy, kCompact, kSweep };

// Where the survivors of a compacting generation go.
// kFresh: to new address space. An old ObjectID that the profiler did not update is then unreadable when it
// is used.
// kSlide: down inside their own range, as in the CLR. New ranges then overlap old ranges.
enum class Destination : std::uint8_t { kFresh, kSlide };

// kDemote: pinned survivors fall to generation 0. kStay: pinned survivors stay in their region. They then
// have the generation of the region, as in .NET 7 and later (region_order.h).
enum class PinnedPolicy : std::uint8_t { kPromote, kDemote, kStay };

struct CollectionRequest {
  Generation condemned = Generation::k0;  // 0, 1 or 2; includes younger ones, and LOH and POH with 2
  bool induced = true;
  PerGeneration<Mode>
      mode{};  // of 0, 1, 2 and LOH; kPolicy of the LOH: sweep (it compacts only on demand)
  Destination destination = Destination::kFresh;
  PinnedPolicy pinned = PinnedPolicy::kPromote;
  bool promote =
      true;  // false: survivors keep their generation (as in some ephemeral collections of the CLR)
};

// A plug: survivors that stay contiguous. Its length (plug_length) runs from the first ObjectID to the end of
// the last object, padding included. An object is inside if from <= id < from + length (GC-MOVE-008), and a
// move adds to - from. The size is 24 bytes, because a scattered heap has a plug for every second object.
struct Plug {
  Address from = 0;
  Address to = 0;
  std::uint32_t first = 0;       // position in Range::objects before the move
  std::uint32_t count : 31 = 0;  // objects
  std::uint32_t pinned : 1 = 0;
};

// The plan for one range of a condemned generation.
struct RangePlan {
  RangeIndex range = 0;
  Generation before = Generation::k0;
  Generation after = Generation::k0;  // of survivors that are not held back by pinning
  Generation held = Generation::k0;   // of pinned survivors and those held back with them
  std::uint32_t region = kNoRegion;   // of objects held back or swept, after the collection
  bool compacts = false;              // true: reported as moved; false: reported as surviving
  std::uint32_t first_plug = 0;       // its plugs in Collection::plugs, ascending by `from`
  std::uint32_t plug_count = 0;
};

// The regions of one server heap's small object heap after a collection.
struct RegionPlan {
  HeapRegions regions;
  std::array<std::uint32_t, kSmallGenerations> packed{};  // the first one that receives survivors
  std::array<std::uint64_t, kSmallGenerations> used{};    // bytes in that region before
};

struct Collection {
  std::uint32_t number = 0;  // 1 for the first collection of the run
  CollectionRequest request;
  PerGeneration<bool> condemned{};
  PerGeneration<bool> compacts{};
  // One bit per object number: alive after this collection. Objects outside the condemned generations count
  // as alive.
  std::vector<bool> live;
  // In order of generation: from the condemned one down to 0, then LOH, then POH. Ranges of one generation
  // are in the order of Heap::ranges.
  std::vector<RangePlan> ranges;
  std::vector<RegionPlan> regions;  // by server heap
  std::vector<Plug> plugs;
  std::uint64_t dead_count = 0;
  std::uint64_t survivor_count = 0;  // of condemned generations
  // Newly unreachable objects with a finalizer, ordinary ones first. They survive until the finalizer has
  // run. One entry for each registration.
  std::vector<FinalizableObject> queued;
  // The heap's queue plus these objects as due entries. move() makes it the heap's queue.
  FinalizationQueue finalization;
  std::vector<HandleIndex> cleared_handles;  // weak and dependent handles whose object died
  // Ranges that plan() opened as destinations. move() adds the ranges that it splits off for pinned objects.
  std::vector<RangeIndex> opened;
  // One entry for each live handle with a slot, filled by move(). The heap itself does not write slots.
  std::vector<HandleReferent> handle_referents;
};

// Bytes from plug.from to the end of its last object, by the addresses before the move. Valid only between
// plan and move.
std::uint64_t plug_length(const Heap& heap, const Range& range, const Plug& plug);

// Objects that died in `collection`, ascending by number. Valid only between plan and move, because it walks
// the condemned ranges as they were before the move.
std::vector<ObjectIndex> deaths(const Heap& heap, const Collection& collection);

}  // namespace gcrucible::sim
