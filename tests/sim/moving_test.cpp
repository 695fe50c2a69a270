// Destinations, pinning, promotion and demotion.
#include "sim/literal_memory.h"
#include "tests/sim/arena_memory.h"
#include "tests/sim/row.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

HeapSettings small_ranges(std::uint64_t length) {
  HeapSettings settings;
  settings.range_length.fill(length);
  return settings;
}

TEST_CASE("moving: kFresh packs survivors of several ranges and releases the sources") {
  ArenaMemory memory;
  World world(memory, small_ranges(400));
  std::vector<ObjectIndex> objects;
  for (int i = 0; i < 40; ++i) {
    objects.push_back(world.make(world.node));
    if (i % 4 == 0) world.root(objects.back());
    if (i % 4 == 0 && i > 0) world.heap.store(objects[static_cast<std::size_t>(i)], 0, objects[0]);
  }
  const Outcome outcome = world.collect(compacting(Generation::k0));
  CHECK(text_of(outcome.findings).empty());
  REQUIRE(outcome.collection.opened.size() == 1);
  const Range& target = world.heap.ranges()[outcome.collection.opened[0]];
  CHECK(target.generation == Generation::k1);
  CHECK(target.objects.size() == 10);
  CHECK(target.allocated == 400);
  for (std::size_t i = 0; i < 40; i += 4) CHECK(world.address(objects[i]) == target.start + 10 * i);
  for (RangeIndex i = 0; i < 4; ++i) CHECK(world.heap.ranges()[i].released);
  CHECK(memory.is_vacated(outcome.before[objects[0]]));
  CHECK(memory.intact());
  CHECK(world.generation(world.make(world.node)) == Generation::k0);
}

TEST_CASE("moving: a plug that is longer than a range does not end the row of the others") {
  for (const std::uint64_t length : {400, 408}) {
    LiteralMemory memory;
    World world(memory, small_ranges(400));
    const ObjectIndex first = world.make(world.node);
    for (int i = 0; i < 9; ++i) world.make(world.node);
    const ObjectIndex second = world.make(world.bytes, length - 24);
    const ObjectIndex third = world.make(world.node);
    for (const ObjectIndex object : {first, second, third}) world.root(object);
    CHECK(text_of(world.collect(compacting(Generation::k0)).findings).empty());
    CHECK(world.range_of(second).reserved == length);
    CHECK(world.range_of(second).objects.size() == 1);
    CHECK((&world.range_of(third) == &world.range_of(first)) == (length == 408));
  }
}

TEST_CASE("moving: survivors age up to generation 2") {
  LiteralMemory memory;
  World world(memory);
  const ObjectIndex object = world.make(world.node);
  world.root(object);
  world.collect(compacting(Generation::k0));
  CHECK(world.generation(object) == Generation::k1);
  CHECK(text_of(world.collect(compacting(Generation::k0)).findings).empty());
  CHECK(world.generation(object) == Generation::k1);
  world.collect(sweeping(Generation::k1));
  CHECK(world.generation(object) == Generation::k2);
  CHECK(text_of(world.collect(compacting(Generation::k2)).findings).empty());
  CHECK(world.generation(object) == Generation::k2);
}

TEST_CASE("moving: without promotion survivors stay in their generation") {
  LiteralMemory memory;
  World world(memory);
  const ObjectIndex object = world.make(world.node);
  world.root(object);
  CollectionRequest request = compacting(Generation::k0);
  request.promote = false;
  CHECK(text_of(world.collect(request).findings).empty());
  CHECK(world.generation(object) == Generation::k0);
  CHECK(world.address(world.make(world.node)) == world.address(object) + 40);
}

TEST_CASE("marking: a dead object of an older generation keeps a younger one alive") {
  LiteralMemory memory;
  World world(memory);
  const ObjectIndex old = world.make_in(Generation::k2, world.node);
  const ObjectIndex young = world.make(world.node);
  world.heap.store(old, 0, young);
  CHECK(text_of(world.collect(compacting(Generation::k1)).findings).empty());
  CHECK_FALSE(world.dead(young));
  CHECK(text_of(world.collect(compacting(Generation::k2)).findings).empty());
  CHECK(world.dead(young));
  CHECK(world.dead(old));
}

TEST_CASE("marking: frozen objects never die and keep their targets") {
  ArenaMemory memory;
  World world(memory, small_ranges(4096));
  const ObjectIndex frozen = world.make_in(Generation::kFrozen, world.node);
  const ObjectIndex young = world.make(world.node);
  world.make(world.node);
  world.heap.store(frozen, 1, young);
  const Outcome outcome = world.collect(compacting(Generation::k2));
  CHECK(text_of(outcome.findings).empty());
  CHECK(world.address(frozen) == outcome.before[frozen]);
  CHECK(world.address(young) != outcome.before[young]);
}

TEST_CASE("moving: pinned objects form their own plugs") {
  Row row(6, {0, 1, 2, 3, 4, 5}, {2, 3});
  const Outcome outcome = row.world.collect(compacting(Generation::k0, Destination::kSlide));
  CHECK(text_of(outcome.findings).empty());
  REQUIRE(outcome.collection.plugs.size() == 3);
  CHECK(outcome.collection.plugs[1].pinned == 1);
  CHECK(outcome.collection.plugs[1].count == 2);
  CHECK(outcome.plug_lengths == std::vector<std::uint64_t>{80, 80, 80});
}

TEST_CASE("moving: kSlide fills the space before a pinned plug with what fits") {
  // 0 dead, 1 and 2 dead, 3 pinned, 4..6 one plug of 120, 7 dead, 8..9 one plug of 80.
  Row row(10, {4, 5, 6, 8, 9}, {3});
  const Outcome outcome = row.world.collect(compacting(Generation::k0, Destination::kSlide));
  CHECK(text_of(outcome.findings).empty());
  CHECK(row.at(3) == Row::place(3));
  CHECK(row.at(4) == Row::place(0));
  CHECK(row.at(6) == Row::place(2));
  CHECK(row.at(8) == Row::place(4));
  CHECK(row.generation(8) == Generation::k1);
  const std::vector<ObjectIndex> order{row.objects[4], row.objects[5], row.objects[6],
                                       row.objects[3], row.objects[8], row.objects[9]};
  CHECK(row.world.range_of(row.objects[3]).objects == order);
}

TEST_CASE("moving: a plug that does not fit goes after the pinned plug") {
  Row row(10, {4, 5, 6, 8}, {2});
  const Outcome outcome = row.world.collect(compacting(Generation::k0, Destination::kSlide));
  CHECK(text_of(outcome.findings).empty());
  CHECK(row.at(2) == Row::place(2));
  CHECK(row.at(4) == Row::place(3));
  CHECK(row.at(8) == Row::place(6));
  const Range& range = row.world.range_of(row.objects[2]);
  REQUIRE(range.gaps.size() == 1);
  CHECK(range.gaps[0].start == 0x1000);
  CHECK(range.gaps[0].length == 80);
}

TEST_CASE("demotion: a slid range is cut at the first free-standing pinned plug") {
  CollectionRequest request = compacting(Generation::k0, Destination::kSlide);
  request.pinned = PinnedPolicy::kDemote;
  // 0 and 1 survive. 2 is pinned and touches them. 3..5 die, 6 is pinned, 7 dies. 8..12 are too long to go
  // before 6. After 6 they would not be promoted.
  Row row(13, {0, 1, 8, 9, 10, 11, 12}, {2, 6});
  const Outcome outcome = row.world.collect(request);
  CHECK(text_of(outcome.findings).empty());
  CHECK(row.generation(0) == Generation::k1);
  CHECK(row.generation(2) == Generation::k1);
  CHECK(row.generation(6) == Generation::k0);
  CHECK(row.generation(8) == Generation::k1);
  CHECK(row.at(9) == row.at(8) + 40);
  const Range& lower = row.world.range_of(row.objects[0]);
  const Range& upper = row.world.range_of(row.objects[6]);
  CHECK(lower.end() == Row::place(3));
  CHECK(lower.limit() == Row::place(6));
  CHECK(upper.start == Row::place(6));
  CHECK(upper.limit() == 0x2000);
  CHECK(upper.end() == Row::place(7));
  CHECK_FALSE(lower.covers(row.at(8)));
  CHECK_FALSE(upper.covers(row.at(8)));
  // The demoted object is collected again with generation 0.
  const Address next_free = upper.end();
  CHECK(row.world.address(row.world.make(row.world.node)) == next_free);
  const Outcome second = row.world.collect(request);
  CHECK(text_of(second.findings).empty());
  CHECK(row.generation(6) == Generation::k1);
}

TEST_CASE("demotion: only the neighbour of a demoted pinned object stays with it") {
  for (const Destination destination : {Destination::kFresh, Destination::kSlide}) {
    for (const PinnedPolicy policy : {PinnedPolicy::kDemote, PinnedPolicy::kPromote}) {
      CollectionRequest request = compacting(Generation::k0, destination);
      request.pinned = policy;
      // 0 dies, 1 is pinned, 2 to 4 are its neighbours, 5 dies, 6 is pinned, 7 dies.
      Row row(9, {2, 3, 4, 8}, {1, 6});
      const Outcome outcome = row.world.collect(request);
      CHECK(text_of(outcome.findings).empty());
      const bool demotes = policy == PinnedPolicy::kDemote;
      CHECK(row.at(1) == Row::place(1));
      if (demotes) CHECK(row.at(2) == Row::place(2));
      CHECK(row.generation(2) == (demotes ? Generation::k0 : Generation::k1));
      CHECK(row.generation(3) == Generation::k1);
      CHECK(row.generation(4) == Generation::k1);
      CHECK(row.generation(6) == (demotes ? Generation::k0 : Generation::k1));
      CHECK(row.generation(8) == Generation::k1);
    }
  }
}

TEST_CASE("moving: kStay keeps pinned objects and neighbours in their generation") {
  for (const Destination destination : {Destination::kFresh, Destination::kSlide}) {
    for (const Generation generation : {Generation::k0, Generation::k1, Generation::k2}) {
      LiteralMemory memory;
      World world(memory);
      std::vector<ObjectIndex> objects;
      for (int i = 0; i < 5; ++i) objects.push_back(world.make_in(generation, world.node));
      // 0 dies, 1 is pinned, 2 is its neighbour, 3 dies, 4 is promoted.
      world.root(objects[1], true);
      world.root(objects[2]);
      world.root(objects[4]);
      const ObjectIndex young = world.make(world.node);
      world.root(young);
      CollectionRequest request = compacting(Generation::k2, destination);
      request.pinned = PinnedPolicy::kStay;
      const Address at = world.address(objects[2]);
      CHECK(text_of(world.collect(request).findings).empty());
      CHECK(world.generation(objects[1]) == generation);
      CHECK(world.generation(objects[2]) == generation);
      CHECK(world.address(objects[2]) == at);
      CHECK(world.generation(objects[4]) == (generation == Generation::k0 ? Generation::k1 : Generation::k2));
      CHECK(world.generation(young) == Generation::k1);
      CHECK(text_of(world.collect(request).findings).empty());
      CHECK(world.generation(objects[1]) == generation);
    }
  }
}

TEST_CASE("demotion: a cut range is released when both parts are empty") {
  ArenaMemory memory;
  World world(memory, small_ranges(4096));
  const RootIndex lower = world.root(world.make(world.node));
  world.make(world.node);
  const ObjectIndex pinned = world.make(world.node);
  const RootIndex upper = world.root(pinned, true);
  CollectionRequest request = compacting(Generation::k0, Destination::kSlide);
  request.pinned = PinnedPolicy::kDemote;
  CHECK(text_of(world.collect(request).findings).empty());
  CHECK(world.range_of(pinned).start == world.address(pinned));
  CHECK(world.generation(pinned) == Generation::k0);

  world.heap.roots()[lower].removed = true;
  CHECK(text_of(world.collect(sweeping(Generation::k2)).findings).empty());
  CHECK(memory.releases() == 0);
  world.heap.roots()[upper].removed = true;
  CHECK(text_of(world.collect(sweeping(Generation::k2)).findings).empty());
  CHECK(memory.releases() == 1);
  CHECK(memory.intact());
}

TEST_CASE("moving: kFresh leaves pinned objects in place and retags their range") {
  for (const PinnedPolicy policy : {PinnedPolicy::kPromote, PinnedPolicy::kDemote}) {
    CollectionRequest request = compacting(Generation::k0);
    request.pinned = policy;
    Row row(7, {1, 5, 6}, {3});
    const Outcome outcome = row.world.collect(request);
    CHECK(text_of(outcome.findings).empty());
    CHECK(row.at(3) == Row::place(3));
    CHECK(row.at(6) == row.at(1) + 80);
    CHECK(row.generation(1) == Generation::k1);
    CHECK(row.generation(3) == (policy == PinnedPolicy::kDemote ? Generation::k0 : Generation::k1));
    const ObjectIndex next = row.world.make(row.world.node);
    const bool reuses_gap = row.world.address(next) == 0x1000;
    CHECK(reuses_gap == (policy == PinnedPolicy::kDemote));
  }
}

TEST_CASE("pinning: a pinned handle pins like a pinned root") {
  Row row(4, {});
  row.world.handle(HandleKind::kPinned, row.objects[2]);
  const Outcome outcome = row.world.collect(compacting(Generation::k0));
  CHECK(text_of(outcome.findings).empty());
  CHECK(row.at(2) == Row::place(2));
}

TEST_CASE("pinning: an interior pinned root pins the whole object") {
  Row row(4, {0});
  Root root;
  root.object = row.objects[3];
  root.interior_offset = 16;
  root.pinned = true;
  row.world.heap.add_root(root);
  CHECK(row.world.heap.object_covering(row.at(3) + 16) == row.objects[3]);
  CHECK(text_of(row.world.collect(compacting(Generation::k0)).findings).empty());
  CHECK(row.at(3) == Row::place(3));
}

TEST_CASE("moving: LOH is compacted only on request and object by object") {
  ArenaMemory memory;
  HeapSettings settings = small_ranges(4096);
  settings.large_object_threshold = 200;
  for (const Destination destination : {Destination::kFresh, Destination::kSlide}) {
    World world(memory, settings);
    std::vector<ObjectIndex> objects;
    for (int i = 0; i < 6; ++i) {
      objects.push_back(world.make(world.bytes, 300));
      if (i != 0 && i != 3) world.root(objects.back());
    }
    CollectionRequest request = compacting(Generation::k2, destination);
    Outcome outcome = world.collect(request);
    CHECK(text_of(outcome.findings).empty());
    CHECK(outcome.collection.plugs.size() == 2);
    CHECK(world.address(objects[1]) == outcome.before[objects[1]]);
    request.mode[index_of(Generation::kLarge)] = Mode::kCompact;
    outcome = world.collect(request);
    CHECK(text_of(outcome.findings).empty());
    CHECK(outcome.collection.plugs.size() == 4);
    CHECK(world.address(objects[1]) != outcome.before[objects[1]]);
    CHECK(world.generation(objects[1]) == Generation::kLarge);
    CHECK(world.address(objects[4]) == world.address(objects[1]) + 2 * 328);
  }
}

TEST_CASE("moving: one collection may compact one generation and sweep another") {
  LiteralMemory memory;
  World world(memory);
  const ObjectIndex old = world.make_in(Generation::k1, world.node);
  const ObjectIndex young = world.make(world.node);
  world.root(old);
  world.root(young);
  CollectionRequest request = compacting(Generation::k1);
  request.mode[1] = Mode::kSweep;
  const Outcome outcome = world.collect(request);
  CHECK(text_of(outcome.findings).empty());
  CHECK(world.address(old) == outcome.before[old]);
  CHECK(world.address(young) != outcome.before[young]);
  REQUIRE(outcome.collection.ranges.size() == 2);
  CHECK(outcome.collection.ranges[0].before == Generation::k1);
  CHECK_FALSE(outcome.collection.ranges[0].compacts);
  CHECK(outcome.collection.ranges[1].compacts);
}

TEST_CASE("policy: a generation is compacted if over a quarter of it is dead") {
  for (const int dead : {2, 3}) {
    Row row(8, {});
    for (int i = dead; i < 8; ++i) row.world.root(row.objects[static_cast<std::size_t>(i)]);
    CollectionRequest request;
    const Outcome outcome = row.world.collect(request);
    CHECK(text_of(outcome.findings).empty());
    CHECK(outcome.collection.compacts[0] == (dead == 3));
  }
}

TEST_CASE("server heaps: survivors stay in their heap") {
  LiteralMemory memory;
  World world(memory);
  std::vector<ObjectIndex> objects;
  for (std::uint16_t heap = 0; heap < 3; ++heap) {
    objects.push_back(world.heap.allocate({.type = world.node, .heap = heap}).object);
    world.root(objects.back());
  }
  CHECK(text_of(world.collect(compacting(Generation::k0)).findings).empty());
  for (std::uint16_t heap = 0; heap < 3; ++heap) CHECK(world.range_of(objects[heap]).heap == heap);
}

}  // namespace
}  // namespace gcrucible::sim
