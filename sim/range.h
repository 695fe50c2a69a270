// A range: one contiguous piece of address space that belongs to one generation (a region or segment of the
// CLR).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/ids.h"

namespace gcrucible::sim {

// The number of a range's region before the next collection looks for it.
inline constexpr std::uint32_t kNoRegion = 0xFFFFFFFFu;

// Free space between live objects of a range, from ObjectID to ObjectID; sweeping makes it, allocation uses
// it. One that allocation has used up keeps its place with length 0 until the next collection of its range.
struct Gap {
  Address start = 0;
  std::uint64_t length = 0;
};

// First fit without looking at the same gaps again and again: no gap before `position` fits an object of
// `size`. Stays true between collections because gaps only shrink.
struct GapMemo {
  std::uint64_t size = 0;
  std::uint32_t position = 0;
};

// What GetGenerationBounds tells of it is {generation, start, allocated, reserved}
// (COR_PRF_GC_GENERATION_RANGE).
struct Range {
  Address start = 0;
  std::uint64_t allocated = 0;  // bytes from start to the end of the last object, padding included
  std::uint64_t reserved = 0;   // bytes it may grow to; allocated <= reserved
  Generation generation = Generation::k0;
  std::uint16_t heap = 0;  // number of the server heap that owns it; 0 for a workstation
  // Which of its generation's regions it lies in, the oldest is 0 (region_order.h). A range opened for
  // survivors is a part of one.
  std::uint32_t region = kNoRegion;
  // Objects of the range in ascending address order, dead ones included until a collection finds them dead.
  std::vector<ObjectIndex> objects;
  std::vector<Gap> gaps;  // ascending
  bool released = false;  // holds nothing, its address space was given back; skipped everywhere

  // Of literal ranges: what they were declared as, and are again when they are empty. They are not released.
  std::optional<Generation> declared = std::nullopt;

  // Notes of the allocator. `pending` are objects that went into gaps, or into allocation areas in front of
  // others, and are not merged into `objects` yet: Heap::ranges() merges, so nobody else meets them.
  std::vector<ObjectIndex> pending;    // ascending by address
  std::uint64_t gap_limit = 0;         // every gap is shorter than this
  std::array<GapMemo, 4> gap_memos{};  // by size
  Address areas_end = 0;               // threads have what lies in front of it as allocation areas
  Address vacated_end = 0;             // free space behind the last object was vacated up to here

  // The address space that the memory handed out and that pinned survivors may have cut into several ranges.
  Address reservation_start = 0;
  std::uint64_t reservation_length = 0;

  Address end() const { return start + allocated; }
  Address limit() const { return start + reserved; }
  bool covers(Address address) const { return !released && address >= start && address - start < reserved; }
};

}  // namespace gcrucible::sim
