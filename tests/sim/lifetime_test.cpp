// Handles, dependents and finalization.
#include <cstring>

#include "sim/literal_memory.h"
#include "tests/sim/arena_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

ObjectIndex target(const World& world, HandleIndex handle) {
  return world.heap.handles()[handle].object;
}

TEST_CASE("handles: each kind keeps or loses its object") {
  LiteralMemory memory;
  World world(memory);
  const auto make = [&] { return world.make(world.node); };
  const HandleIndex strong = world.handle(HandleKind::kStrong, make());
  const HandleIndex pinned = world.handle(HandleKind::kPinned, make());
  const HandleIndex weak_short = world.handle(HandleKind::kWeakShort, make());
  const HandleIndex weak_long = world.handle(HandleKind::kWeakLong, make());
  const HandleIndex uncounted = world.handle(HandleKind::kRefCounted, make());
  const HandleIndex counted = world.handle(HandleKind::kRefCounted, make());
  world.heap.handles()[counted].count = 2;
  const HandleIndex freed = world.handle(HandleKind::kStrong, make());
  const ObjectIndex of_freed = target(world, freed);
  world.heap.handles()[freed].freed = true;
  const HandleIndex weak_to_live = world.handle(HandleKind::kWeakShort, target(world, strong));

  const Outcome outcome = world.collect(compacting(Generation::k0));
  CHECK(text_of(outcome.findings).empty());
  CHECK(target(world, strong) != kNoObject);
  CHECK(target(world, pinned) != kNoObject);
  CHECK(target(world, weak_short) == kNoObject);
  CHECK(target(world, weak_long) == kNoObject);
  CHECK(target(world, uncounted) == kNoObject);
  CHECK(target(world, counted) != kNoObject);
  CHECK(target(world, weak_to_live) == target(world, strong));
  CHECK(world.dead(of_freed));
  CHECK(outcome.collection.cleared_handles == std::vector<HandleIndex>{weak_short, weak_long, uncounted});
}

TEST_CASE("handles: a weak handle to an uncollected generation stays") {
  LiteralMemory memory;
  World world(memory);
  const HandleIndex weak = world.handle(HandleKind::kWeakShort, world.make_in(Generation::k1, world.node));
  world.collect(compacting(Generation::k0));
  CHECK(target(world, weak) != kNoObject);
  world.collect(compacting(Generation::k1));
  CHECK(target(world, weak) == kNoObject);
}

TEST_CASE("handles: the collection lists each slot's referent and the heap writes none") {
  ArenaMemory memory;
  World world(memory);
  const Address slots = memory.reserve(64, Generation::k0);
  const auto value = [&](Address slot) {
    Address read = 0;
    std::memcpy(&read, memory.bytes(slot), sizeof read);
    return read;
  };
  world.make(world.node);
  Handle handle;
  handle.object = world.make(world.node);
  handle.slot = slots;
  world.heap.add_handle(handle);
  Handle weak = handle;
  weak.kind = HandleKind::kWeakLong;
  weak.object = world.make(world.node);
  weak.slot = slots + 8;
  world.heap.add_handle(weak);
  world.handle(HandleKind::kStrong, handle.object);
  Handle freed = handle;
  freed.freed = true;
  world.heap.add_handle(freed);
  const Outcome outcome = world.collect(compacting(Generation::k0));
  CHECK(text_of(outcome.findings).empty());
  CHECK(world.address(handle.object) != outcome.before[handle.object]);
  CHECK(value(slots) == 0);
  CHECK(value(slots + 8) == 0);
  // Handles without a slot and freed handles have no entry.
  const std::vector<HandleReferent>& referents = outcome.collection.handle_referents;
  REQUIRE(referents.size() == 2);
  CHECK(referents[0].handle == 0);
  CHECK(referents[0].address == world.address(handle.object));
  CHECK(referents[1].handle == 1);
  CHECK(referents[1].address == 0);
}

TEST_CASE("handles: a dependent handle keeps its value while its key lives") {
  LiteralMemory memory;
  World world(memory);
  std::vector<ObjectIndex> chain;
  for (int i = 0; i < 300; ++i) chain.push_back(world.make(world.node));
  // From the far end; every third link in between from the near end.
  for (std::size_t i = chain.size() - 1; i > 0; --i) {
    if (i % 3 != 0) world.handle(HandleKind::kDependent, chain[i - 1], chain[i]);
  }
  for (std::size_t i = 3; i < chain.size(); i += 3)
    world.handle(HandleKind::kDependent, chain[i - 1], chain[i]);
  const RootIndex root = world.root(chain[0]);
  const ObjectIndex loop_key = world.make(world.node);
  const ObjectIndex loop_value = world.make(world.node);
  const HandleIndex loop = world.handle(HandleKind::kDependent, loop_key, loop_value);
  world.heap.store(loop_value, 0, loop_key);

  CHECK(text_of(world.collect(compacting(Generation::k0)).findings).empty());
  for (const ObjectIndex object : chain) CHECK_FALSE(world.dead(object));
  CHECK(world.dead(loop_key));
  CHECK(world.dead(loop_value));
  CHECK(target(world, loop) == kNoObject);
  CHECK(world.heap.handles()[loop].secondary == kNoObject);

  world.heap.roots()[root].removed = true;
  CHECK(text_of(world.collect(compacting(Generation::k1)).findings).empty());
  for (const ObjectIndex object : chain) CHECK(world.dead(object));
}

TEST_CASE("finalization: an object is queued once and lives until its finalizer ran") {
  LiteralMemory memory;
  World world(memory);
  const ObjectIndex normal = world.make(world.closable);
  const ObjectIndex kept_by_normal = world.make(world.node);
  world.heap.store(normal, 0, kept_by_normal);
  const ObjectIndex critical = world.make(world.critical);
  const ObjectIndex rooted = world.make(world.closable);
  world.root(rooted);
  const ObjectIndex suppressed = world.make(world.closable);
  world.heap.suppress_finalizer(suppressed);
  world.heap.suppress_finalizer(suppressed);
  const HandleIndex weak_short = world.handle(HandleKind::kWeakShort, normal);
  const HandleIndex weak_long = world.handle(HandleKind::kWeakLong, kept_by_normal);

  Outcome outcome = world.collect(compacting(Generation::k0));
  CHECK(text_of(outcome.findings).empty());
  REQUIRE(outcome.collection.queued.size() == 2);
  CHECK(outcome.collection.queued[0].object == normal);
  CHECK(outcome.collection.queued[1].object == critical);
  CHECK(outcome.collection.queued[1].critical);
  CHECK_FALSE(world.dead(kept_by_normal));
  CHECK(world.dead(suppressed));
  CHECK(target(world, weak_short) == kNoObject);
  CHECK(target(world, weak_long) == kept_by_normal);
  CHECK(objects_of(world.heap.finalization().registered()) == std::vector<ObjectIndex>{rooted});

  outcome = world.collect(compacting(Generation::k2));
  CHECK(text_of(outcome.findings).empty());
  CHECK(outcome.collection.queued.empty());
  CHECK_FALSE(world.dead(normal));

  run_finalizers(world.heap);
  outcome = world.collect(compacting(Generation::k2));
  CHECK(text_of(outcome.findings).empty());
  CHECK(world.dead(normal));
  CHECK(target(world, weak_long) == kNoObject);
}

TEST_CASE("finalization: a finalizer may resurrect and register its object again") {
  LiteralMemory memory;
  World world(memory);
  const ObjectIndex object = world.make(world.closable);
  world.collect(compacting(Generation::k0));
  run_finalizers(world.heap);
  const RootIndex root = world.root(object);
  world.heap.register_finalizer(object);
  world.heap.register_finalizer(world.make(world.node));
  CHECK(objects_of(world.heap.finalization().registered()) == std::vector<ObjectIndex>{object});
  CHECK(text_of(world.collect(compacting(Generation::k2)).findings).empty());
  CHECK_FALSE(world.dead(object));
  world.heap.roots()[root].removed = true;
  const Outcome outcome = world.collect(compacting(Generation::k2));
  CHECK(text_of(outcome.findings).empty());
  REQUIRE(outcome.collection.queued.size() == 1);
  CHECK(outcome.collection.queued[0].object == object);
}

TEST_CASE("Collector: a list of 300000 objects is marked without recursion") {
  LiteralMemory memory;
  World world(memory);
  constexpr std::uint32_t kLength = 300000;
  world.heap.expect(kLength, 2 * kLength);
  ObjectIndex previous = kNoObject;
  for (std::uint32_t i = 0; i < kLength; ++i) {
    const ObjectIndex object = world.heap.allocate({.type = world.node}).object;
    world.heap.store(object, 0, previous);
    previous = object;
  }
  world.root(previous);
  Collector collector(world.heap);
  Collection collection = collector.plan(compacting(Generation::k0));
  CHECK(collection.survivor_count == kLength);
  collector.move(collection);
  CHECK(collector.collections() == 1);
}

}  // namespace
}  // namespace gcrucible::sim
