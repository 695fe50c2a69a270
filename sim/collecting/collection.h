// One collection as a value: what was asked, what lives, where everything goes. Computed before anything
// moves.
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

// Where the survivors of a compacting generation go. kFresh: new address space, so that an old ObjectID that
// was not mapped is unreadable at the moment of its use. kSlide: down inside the range they are in, as the
// CLR does, so that new ranges overlap other ranges' old ones.
enum class Destination : std::uint8_t { kFresh, kSlide };

// kDemote: pinned survivors fall to generation 0; kStay: they stay in their region, and so in their
// generation as long as it does, as in .NET 7 and later (region_order.h).
enum class PinnedPolicy : std::uint8_t { kPromote, kDemote, kStay };

struct CollectionRequest {
  Generation condemned = Generation::k0;  // 0, 1 or 2; the younger ones with it, LOH and POH with 2
  bool induced = true;
  PerGeneration<Mode>
      mode{};  // of 0, 1, 2 and LOH; kPolicy of the LOH means sweep (only compacted on demand)
  Destination destination = Destination::kFresh;
  PinnedPolicy pinned = PinnedPolicy::kPromote;
  bool promote =
      true;  // false: survivors stay in their generation (the CLR does so in some ephemeral collections)
};

// A plug: survivors that stay contiguous. Its length (plug_length) runs from the first ObjectID to the end of
// the last object, padding included, so that `object is inside` is from <= id < from + length (GC-MOVE-008)
// and moving adds to - from. 24 bytes, because a scattered heap has a plug for every other object.
struct Plug {
  Address from = 0;
  Address to = 0;
  std::uint32_t first = 0;       // position in Range::objects, as it is before the move
  std::uint32_t count : 31 = 0;  // objects
  std::uint32_t pinned : 1 = 0;
};

// What happens to one range of a condemned generation.
struct RangePlan {
  RangeIndex range = 0;
  Generation before = Generation::k0;
  Generation after = Generation::k0;  // of survivors that pinning does not hold back
  Generation held = Generation::k0;   // of pinned survivors and what is held back with them
  std::uint32_t region = kNoRegion;   // of what is held back or swept, afterwards
  bool compacts = false;              // reported as moved; otherwise as surviving
  std::uint32_t first_plug = 0;       // its plugs in Collection::plugs, ascending by `from`
  std::uint32_t plug_count = 0;
};

// The regions of one server heap's small object heap after a collection.
struct RegionPlan {
  HeapRegions regions;
  std::array<std::uint32_t, kSmallGenerations> packed{};  // the first that survivors are packed into
  std::array<std::uint64_t, kSmallGenerations> used{};    // bytes of that one before
};

struct Collection {
  std::uint32_t number = 0;  // 1 for the first of the run
  CollectionRequest request;
  PerGeneration<bool> condemned{};
  PerGeneration<bool> compacts{};
  // Bit per object number: alive after this collection. Objects that are not condemned count as alive.
  std::vector<bool> live;
  // Generation by generation from the condemned one down to 0, then LOH, then
  // POH; ranges of a generation in the order of Heap::ranges.
  std::vector<RangePlan> ranges;
  std::vector<RegionPlan> regions;  // by server heap
  std::vector<Plug> plugs;
  std::uint64_t dead_count = 0;
  std::uint64_t survivor_count = 0;  // of condemned generations
  // Newly unreachable objects with a finalizer, ordinary ones first; they live on until it has run. Once for
  // each registration.
  std::vector<FinalizableObject> queued;
  // The heap's, with these among those that are due. It becomes the heap's by move().
  FinalizationQueue finalization;
  std::vector<HandleIndex> cleared_handles;  // weak and dependent handles whose object died
  // Ranges that plan() opened as destinations; those that are cut off others for what is pinned join them in
  // move().
  std::vector<RangeIndex> opened;
  // Of each living handle with a slot, filled by move(): the heap itself writes no slots.
  std::vector<HandleReferent> handle_referents;
};

// Bytes from plug.from to the end of its last object, by the addresses before the move: only between plan and
// move.
std::uint64_t plug_length(const Heap& heap, const Range& range, const Plug& plug);

// Objects that died in `collection`, ascending by number. Walks the condemned ranges as they were before the
// move, so it is only valid between plan and move.
std::vector<ObjectIndex> deaths(const Heap& heap, const Collection& collection);

}  // namespace gcrucible::sim
