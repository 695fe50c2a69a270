// A range: one contiguous piece of address space that belongs to one generation (a region or segment of the
// CLR).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/ids.h"

namespace gcrucible::sim {

// The region number of a range before the next collection assigns one.
inline constexpr std::uint32_t kNoRegion = 0xFFFFFFFFu;

// Free space between live objects of a range, from ObjectID to ObjectID. Sweeping creates it; allocation uses
// it. A gap that allocation has used up keeps its place with length 0 until the next collection of its range.
struct Gap {
  Address start = 0;
  std::uint64_t length = 0;
};

// Speeds up first fit: no gap before `position` fits an object of `size`. Stays true between collections
// because gaps only shrink.
struct GapMemo {
  std::uint64_t size = 0;
  std::uint32_t position = 0;
};

// GetGenerationBounds reports it as {generation, start, allocated, reserved} (COR_PRF_GC_GENERATION_RANGE).
struct Range {
  Address start = 0;
  std::uint64_t allocated = 0;  // bytes from start to the end of the last object, padding included
  std::uint64_t reserved = 0;   // bytes it may grow to; allocated <= reserved
  Generation generation = Generation::k0;
  std::uint16_t heap = 0;  // number of the owning server heap; 0 for workstation GC
  // The region of its generation that contains it; 0 is the oldest (region_order.h). A range opened for
  // survivors is a part of a region.
  std::uint32_t region = kNoRegion;
  // Objects of the range in ascending address order. Includes dead objects until a collection finds them
  // dead.
  std::vector<ObjectIndex> objects;
  std::vector<Gap> gaps;  // ascending
  bool released = false;  // empty, its address space was given back; skipped everywhere

  // For literal ranges: the declared generation. The range has it again when it is empty. Literal ranges are
  // not released.
  std::optional<Generation> declared = std::nullopt;

  // State of the allocator. `pending` are objects in gaps, or in allocation areas before other objects, that
  // are not yet merged into `objects`. Heap::ranges() merges them, so no other code sees them.
  std::vector<ObjectIndex> pending;    // ascending by address
  std::uint64_t gap_limit = 0;         // every gap is shorter than this
  std::array<GapMemo, 4> gap_memos{};  // by size
  Address areas_end = 0;               // the space below it is divided into allocation areas
  Address vacated_end = 0;             // free space after the last object is vacated up to here

  // The address space that the memory handed out. Pinned survivors may have cut it into several ranges.
  Address reservation_start = 0;
  std::uint64_t reservation_length = 0;

  Address end() const { return start + allocated; }
  Address limit() const { return start + reserved; }
  bool covers(Address address) const { return !released && address >= start && address - start < reserved; }
};

}  // namespace gcrucible::sim
