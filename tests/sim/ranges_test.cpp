// What happens to ranges: emptied literal ranges, and survivors without a new range.
#include "tests/sim/arena_memory.h"
#include "tests/sim/row.h"

namespace gcrucible::sim {
namespace {

TEST_CASE("ranges: survivors stay in place when the address space is exhausted") {
  LiteralMemory memory(LiteralMemory::kLimit - (4u << 20));
  World world(memory);
  const ObjectIndex object = world.make(world.node);
  world.root(object);
  const Outcome outcome = world.collect(compacting(Generation::k0));
  CHECK(text_of(outcome.findings).empty());
  CHECK(world.address(object) == outcome.before[object]);
  CHECK(world.heap.allocate({.type = world.node}).error == AllocationError::kOutOfAddressSpace);
}

TEST_CASE("ranges: survivors that cannot move are promoted under kDemote too") {
  CollectionRequest request = compacting(Generation::k0);
  request.pinned = PinnedPolicy::kDemote;
  for (const bool pins_only : {false, true}) {
    LiteralMemory memory(LiteralMemory::kLimit - (4u << 20));
    World world(memory);
    const ObjectIndex pinned = world.make(world.node);
    world.make(world.node);
    const ObjectIndex object = world.make(world.node);
    world.root(pinned, true);
    if (!pins_only) world.root(object);
    CHECK(text_of(world.collect(request).findings).empty());
    CHECK(world.generation(pinned) == (pins_only ? Generation::k0 : Generation::k1));
    if (!pins_only) CHECK(world.generation(object) == Generation::k1);
  }
}

TEST_CASE("ranges: an emptied literal range may be used again as declared") {
  for (const bool slides : {false, true}) {
    Row row(4, {1});
    CHECK(text_of(row.world.collect(sweeping(Generation::k0)).findings).empty());
    CHECK(row.generation(1) == Generation::k1);
    row.world.heap.roots()[0].removed = true;
    const Destination destination = slides ? Destination::kSlide : Destination::kFresh;
    CHECK(text_of(row.world.collect(compacting(Generation::k1, destination)).findings).empty());
    const Range& range = row.world.heap.ranges()[0];
    CHECK(!range.released);
    CHECK(range.generation == Generation::k0);
    CHECK(range.allocated == 0);
    const ObjectIndex again = row.world.make_at(Row::place(2), Generation::k0, row.world.node);
    row.world.root(again);
    CHECK(text_of(row.world.collect(compacting(Generation::k0, destination)).findings).empty());
    // An allocation without an explicit address also goes there.
    if (!slides) CHECK(row.world.address(row.world.make(row.world.node)) == Row::place(0));
  }
}

TEST_CASE("ranges: both parts of a literal range cut by demotion may be used again") {
  CollectionRequest request = compacting(Generation::k0, Destination::kSlide);
  request.pinned = PinnedPolicy::kDemote;
  Row row(4, {0}, {2});
  CHECK(text_of(row.world.collect(request).findings).empty());
  for (Root& root : row.world.heap.roots()) root.removed = true;
  CHECK(text_of(row.world.collect(sweeping(Generation::k2)).findings).empty());
  row.world.make_at(Row::place(0), Generation::k0, row.world.node);
  row.world.make_at(Row::place(2), Generation::k0, row.world.node);
}

TEST_CASE("ranges: a sweep vacates new free space also beside equal old free space") {
  ArenaMemory memory;
  World world(memory);
  std::vector<ObjectIndex> nodes;
  std::vector<RootIndex> roots;
  for (int i = 0; i < 9; ++i) {
    nodes.push_back(world.make(world.node));
    roots.push_back(world.root(nodes.back()));
  }
  CollectionRequest request = sweeping(Generation::k2);
  for (const std::size_t dying : {4, 6, 2, 5, 1}) {
    world.heap.roots()[roots[dying]].removed = true;
    CHECK(text_of(world.collect(request).findings).empty());
    for (const ObjectIndex node : nodes) CHECK(memory.is_vacated(world.address(node)) == world.dead(node));
  }
  CHECK(memory.intact());
}

TEST_CASE("ranges: an object slides into the unused rest of another thread's area") {
  ArenaMemory memory;
  World world(memory, {.allocation_area = 256});
  const ObjectIndex first = world.make(world.node);
  world.root(first);
  for (int i = 0; i < 20; ++i) world.make(world.node);
  CollectionRequest request = sweeping(Generation::k0);
  request.promote = false;
  CHECK(text_of(world.collect(request).findings).empty());
  // The second thread's area is behind the first one. Both are in space that the sweep has vacated.
  const ObjectIndex second = world.heap.allocate({.type = world.node, .thread = 0}).object;
  const ObjectIndex third = world.heap.allocate({.type = world.node, .thread = 1}).object;
  world.root(second);
  world.root(third);
  REQUIRE(world.address(third) - world.address(second) == 256);
  CHECK(text_of(world.collect(compacting(Generation::k0, Destination::kSlide)).findings).empty());
  CHECK(world.address(third) == world.address(second) + 40);
  CHECK(memory.intact());
}

}  // namespace
}  // namespace gcrucible::sim
