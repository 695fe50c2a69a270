// The audit of regions: the generation of objects that stay in their region.
#include <algorithm>
#include <cstdint>
#include <deque>

#include "sim/audit/parts.h"

namespace gcrucible::sim {

namespace {

struct CondemnedRegion {
  Generation generation;
  std::uint32_t number;
  std::uint64_t pinned = 0;
};

// The condemned regions of one heap in packing order, with the pinned objects in each.
std::deque<CondemnedRegion> condemned_regions(const AuditCase& scene, const std::vector<Range>& ranges,
                                              const HeapRegions& known, std::uint16_t heap) {
  std::deque<CondemnedRegion> regions;
  for (const Generation generation : {Generation::k2, Generation::k1, Generation::k0}) {
    if (!scene.expected.condemned[index_of(generation)]) continue;
    for (std::uint32_t number = 0; number < known[index_of(generation)].size(); ++number) {
      regions.push_back({generation, number});
    }
  }
  for (const Range& range : ranges) {
    if (range.heap != heap || range.released) continue;
    const auto region = std::ranges::find_if(regions, [&](const CondemnedRegion& one) {
      return one.generation == range.generation && one.number == range.region;
    });
    if (region == regions.end()) continue;
    for (const ObjectIndex object : range.objects) {
      if (scene.expected.alive[object] && scene.expected.pinned[object])
        region->pinned += scene.after.padded_size_of(object);
    }
  }
  return regions;
}

std::uint64_t moving_bytes(const AuditCase& scene, const std::vector<Range>& ranges, std::uint16_t heap,
                           Generation generation) {
  std::uint64_t bytes = 0;
  for (const Range& range : ranges) {
    if (range.heap != heap || range.released || range.generation != generation) continue;
    for (const ObjectIndex object : range.objects) {
      if (scene.expected.alive[object] && !scene.expected.pinned[object])
        bytes += scene.after.padded_size_of(object);
    }
  }
  return bytes;
}

// The room of the generation above the condemned ones, in the region that `bytes` of promoted survivors join.
std::uint64_t room_above(const std::vector<Range>& ranges, const std::vector<Region>& regions,
                         std::uint16_t heap, Generation above, std::uint64_t length, std::uint64_t bytes) {
  std::uint64_t room = 0;
  bool between = false;
  // Search from the last region back. A region with free space between its objects ends the search. Without
  // such a region, the first region that has room for all bytes is chosen.
  for (std::size_t number = regions.size(); number-- > 0 && !between;) {
    between = regions[number].free_space;
    std::uint64_t used = 0;
    for (const Range& range : ranges) {
      const bool lies_here = range.heap == heap && !range.released && range.generation == above;
      if (!lies_here || range.region != number) continue;
      used += range.allocated;
      between = between || !range.gaps.empty();
    }
    const std::uint64_t free = used < length ? length - used : 0;
    if (between || number + 1 == regions.size() || free >= bytes) room = free;
  }
  return room;
}

}  // namespace

std::vector<Generation> expected_of_regions(const AuditCase& scene) {
  std::vector<Range> ranges = scene.before.ranges;
  Regions known = scene.before.regions;
  // The collection may have moved ranges to other heaps before it planned.
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const std::uint16_t heap = scene.after.ranges()[i].heap;
    if (heap != ranges[i].heap) ranges[i].region = kNoRegion;
    ranges[i].heap = heap;
  }
  std::vector<RangeIndex> live;
  for (RangeIndex index = 0; index < ranges.size(); ++index) {
    if (!ranges[index].released) live.push_back(index);
  }
  number_regions(ranges, live, scene.after.settings(), known);
  std::vector<Generation> becomes(ranges.size(), Generation::k0);
  const auto heaps = static_cast<std::uint16_t>(known.heaps());
  for (std::uint16_t heap = 0; heap < heaps; ++heap) {
    std::deque<CondemnedRegion> regions = condemned_regions(scene, ranges, known.of(heap), heap);
    const auto bytes_of = [&](Generation generation) {
      return moving_bytes(scene, ranges, heap, generation);
    };
    const auto take = [&](Generation generation, std::uint64_t bytes, bool always) {
      const std::uint64_t length = scene.after.settings().range_length[index_of(generation)];
      while (!regions.empty() && (always || bytes > 0)) {
        const CondemnedRegion region = regions.front();
        if (index_of(region.generation) + 1 < index_of(generation)) return;
        regions.pop_front();
        always = false;
        const std::uint64_t room = region.pinned < length ? length - region.pinned : 0;
        bytes = bytes > room ? bytes - room : 0;
        for (std::size_t i = 0; i < ranges.size(); ++i) {
          const Range& range = ranges[i];
          if (range.heap == heap && range.generation == region.generation && range.region == region.number)
            becomes[i] = generation;
        }
      }
    };
    const auto spill = [&](Generation above, std::uint64_t bytes) {
      const std::uint64_t room = room_above(ranges, known.of(heap)[index_of(above)], heap, above,
                                            scene.after.settings().range_length[index_of(above)], bytes);
      take(above, bytes > room ? bytes - room : 0, false);
    };
    if (scene.expected.condemned[index_of(Generation::k2)]) {
      take(Generation::k2, bytes_of(Generation::k2) + bytes_of(Generation::k1), true);
      take(Generation::k1, bytes_of(Generation::k0), true);
    } else if (scene.expected.condemned[index_of(Generation::k1)]) {
      spill(Generation::k2, bytes_of(Generation::k1));
      take(Generation::k1, bytes_of(Generation::k0), true);
    } else {
      spill(Generation::k1, bytes_of(Generation::k0));
    }
  }
  return becomes;
}

}  // namespace gcrucible::sim
