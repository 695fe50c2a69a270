// The regions that ranges lie in: their numbers, and how many regions there are after collections.
#include <array>

#include "sim/literal_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

Range range_of(Generation generation, std::uint64_t reserved, std::uint16_t heap = 0) {
  Range range;
  range.generation = generation;
  range.reserved = reserved;
  range.heap = heap;
  return range;
}

struct Numbering {
  explicit Numbering(std::uint16_t heaps) {
    settings.heaps = heaps;
    settings.range_length.fill(400);
  }
  std::vector<std::uint32_t> number() {
    std::vector<RangeIndex> live;
    for (RangeIndex i = 0; i < ranges.size(); ++i) {
      if (!ranges[i].released) live.push_back(i);
    }
    number_regions(ranges, live, settings, regions);
    std::vector<std::uint32_t> numbers;
    for (const Range& range : ranges) numbers.push_back(range.region);
    return numbers;
  }
  std::size_t count(std::uint16_t heap, std::size_t generation) {
    return regions.of(heap)[generation].size();
  }

  HeapSettings settings;
  std::vector<Range> ranges;
  Regions regions;
};

using Numbers = std::vector<std::uint32_t>;

TEST_CASE("regions: ranges fill one region of their generation after the other") {
  Numbering numbering(1);
  numbering.ranges = {range_of(Generation::k0, 400), range_of(Generation::k0, 400),
                      range_of(Generation::k1, 200), range_of(Generation::k1, 200),
                      range_of(Generation::k1, 100), range_of(Generation::kLarge, 400),
                      range_of(Generation::k2, 900), range_of(Generation::k2, 400)};
  // A range that is longer than a region counts as one.
  CHECK(numbering.number() == Numbers{0, 1, 0, 0, 1, kNoRegion, 0, 1});
  CHECK(numbering.regions.heaps() == 1);
  CHECK(numbering.count(0, 0) == 2);
  CHECK(numbering.count(0, 1) == 2);
  CHECK(numbering.count(0, 2) == 2);
  numbering.ranges.push_back(range_of(Generation::k1, 300));
  numbering.ranges.push_back(range_of(Generation::k1, 300));
  numbering.ranges.push_back(range_of(Generation::k0, 400));
  CHECK(numbering.number() == Numbers{0, 1, 0, 0, 1, kNoRegion, 0, 1, 1, 2, 2});
  CHECK(numbering.count(0, 0) == 3);
  CHECK(numbering.count(0, 1) == 3);
}

TEST_CASE("regions: a released range takes no room and gets no number") {
  Numbering numbering(1);
  numbering.ranges = {range_of(Generation::k0, 400), range_of(Generation::k0, 400)};
  numbering.ranges[0].released = true;
  CHECK(numbering.number() == Numbers{kNoRegion, 0});
  CHECK(numbering.count(0, 0) == 1);
}

TEST_CASE("regions: a new range lies in the last region while there is room") {
  Numbering numbering(1);
  numbering.regions.of(0)[1].resize(4);
  numbering.ranges = {range_of(Generation::k1, 400), range_of(Generation::k1, 300),
                      range_of(Generation::k1, 100), range_of(Generation::k1, 100)};
  numbering.ranges[0].region = 1;
  numbering.ranges[1].region = 3;
  CHECK(numbering.number() == Numbers{1, 3, 3, 4});
  CHECK(numbering.count(0, 1) == 5);
}

TEST_CASE("regions: each server heap has its own") {
  Numbering numbering(2);
  CHECK(numbering.number().empty());
  CHECK(numbering.regions.heaps() == 2);
  numbering.ranges = {range_of(Generation::k0, 400), range_of(Generation::k0, 400, 1),
                      range_of(Generation::k0, 400, 3)};
  CHECK(numbering.number() == Numbers{0, 0, 0});
  REQUIRE(numbering.regions.heaps() == 4);
  for (std::uint16_t heap = 0; heap < 4; ++heap) {
    for (std::size_t generation = 0; generation < kSmallGenerations; ++generation) {
      const std::vector<Region>& regions = numbering.regions.of(heap)[generation];
      REQUIRE(regions.size() == 1);
      // The process has one pinned object of its own, in the first region of generation 0.
      CHECK(regions[0].own_pin == (heap == 0 && generation == 0));
      CHECK_FALSE(regions[0].free_space);
    }
  }
}

CollectionRequest collects(Generation oldest, Mode mode) {
  CollectionRequest request;
  request.condemned = oldest;
  request.mode.fill(mode);
  request.pinned = PinnedPolicy::kStay;
  return request;
}

// Four nodes fit into a region.
struct FourEach {
  FourEach() : world(memory, settings()) {}
  static HeapSettings settings() {
    HeapSettings settings;
    settings.range_length.fill(4 * 40);
    return settings;
  }
  void collect(Generation oldest, Mode mode) {
    CHECK(text_of(world.collect(collects(oldest, mode)).findings).empty());
  }
  std::vector<ObjectIndex> make(Generation generation, int count, bool live = true) {
    std::vector<ObjectIndex> made;
    for (int i = 0; i < count; ++i) {
      made.push_back(world.make_in(generation, world.node));
      if (live) world.root(made.back());
    }
    return made;
  }
  Numbers regions_of(const std::vector<ObjectIndex>& objects) const {
    Numbers numbers;
    for (const ObjectIndex object : objects) numbers.push_back(world.range_of(object).region);
    return numbers;
  }
  std::array<std::size_t, 3> counts() {
    const HeapRegions& regions = world.heap.regions().of(0);
    return {regions[0].size(), regions[1].size(), regions[2].size()};
  }

  LiteralMemory memory;
  World world;
};

using Counts = std::array<std::size_t, 3>;

TEST_CASE("regions: promoted survivors fill regions of their new generation") {
  FourEach four;
  const auto objects = four.make(Generation::k0, 10);
  four.collect(Generation::k0, Mode::kCompact);
  CHECK(four.regions_of(objects) == Numbers{0, 0, 0, 0, 1, 1, 1, 1, 2, 2});
  // Generation 0 had three regions. Two became generation 1. The first one had the process's own pin.
  CHECK(four.counts() == Counts{1, 3, 1});
}

TEST_CASE("regions: survivors join the region of the older generation that has room for all") {
  FourEach four;
  const auto old = four.make(Generation::k1, 5);
  const auto young = four.make(Generation::k0, 3);
  four.collect(Generation::k0, Mode::kCompact);
  CHECK(four.regions_of(old) == Numbers{0, 0, 0, 0, 1});
  CHECK(four.regions_of(young) == Numbers{1, 1, 1});
  CHECK(four.counts() == Counts{1, 2, 1});
}

TEST_CASE("regions: regions without survivors or pinned objects become free") {
  FourEach four;
  const auto dead = four.make(Generation::k0, 12, false);
  const auto pinned = four.make(Generation::k0, 1);
  four.world.root(pinned[0], true);
  const auto also_dead = four.make(Generation::k0, 4, false);
  const auto live = four.make(Generation::k0, 2);
  four.collect(Generation::k0, Mode::kCompact);
  // The first one has the process's own pin. The fourth one becomes the second.
  CHECK(four.counts() == Counts{2, 1, 1});
  CHECK(four.world.generation(pinned[0]) == Generation::k0);
  CHECK(four.regions_of(pinned) == Numbers{1});
  CHECK(four.regions_of(live) == Numbers{0, 0});
}

TEST_CASE("regions: survivors that find no region with room for all fill the last one") {
  FourEach four;
  const auto old = four.make(Generation::k1, 6);
  const auto young = four.make(Generation::k0, 7);
  four.collect(Generation::k0, Mode::kCompact);
  CHECK(four.regions_of(old) == Numbers{0, 0, 0, 0, 1, 1});
  CHECK(four.counts() == Counts{1, 4, 1});
  CHECK(four.regions_of(young) == Numbers{1, 1, 1, 1, 2, 2, 2});
}

TEST_CASE("regions: a swept generation's regions follow those of the next one") {
  FourEach four;
  const auto old = four.make(Generation::k1, 6);
  const auto young = four.make(Generation::k0, 6);
  four.collect(Generation::k0, Mode::kSweep);
  CHECK(four.regions_of(old) == Numbers{0, 0, 0, 0, 1, 1});
  CHECK(four.regions_of(young) == Numbers{2, 2, 2, 2, 3, 3});
  CHECK(four.counts() == Counts{1, 4, 1});
  four.collect(Generation::k2, Mode::kSweep);
  CHECK(four.regions_of(old) == Numbers{1, 1, 1, 1, 2, 2});
  CHECK(four.regions_of(young) == Numbers{3, 3, 3, 3, 4, 4});
  CHECK(four.counts() == Counts{1, 1, 5});
}

TEST_CASE("regions: of up to 128 regions none is given up") {
  FourEach four;
  four.make(Generation::k0, 1);
  for (int i = 0; i < 100; ++i) four.collect(Generation::k0, Mode::kSweep);
  const auto last = four.make(Generation::k0, 1);
  four.collect(Generation::k0, Mode::kSweep);
  CHECK(four.regions_of(last) == Numbers{101});
}

TEST_CASE("regions: a long run of empty regions is given up") {
  FourEach four;
  const auto first = four.make(Generation::k0, 1);
  four.collect(Generation::k0, Mode::kSweep);
  for (int i = 0; i < 50; ++i) four.collect(Generation::k0, Mode::kSweep);
  const auto middle = four.make(Generation::k0, 1);
  for (int i = 0; i < 500; ++i) {
    four.collect(Generation::k0, Mode::kSweep);
    REQUIRE(four.counts()[1] <= 2 * 64 + 2);
  }
  const auto last = four.make(Generation::k0, 1);
  four.collect(Generation::k0, Mode::kSweep);
  CHECK(four.counts()[0] == 1);
  CHECK(four.regions_of(first) == Numbers{1});
  // 50 empty regions are not too many.
  CHECK(four.regions_of(middle) == Numbers{52});
  CHECK(four.regions_of(last)[0] + 1 == four.counts()[1]);
  CHECK(four.regions_of(last)[0] > 52 + 64);
}

}  // namespace
}  // namespace gcrucible::sim
