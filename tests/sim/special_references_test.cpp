// References that are not plain fields or elements: inside values, and the reference to a loader.
#include <cstring>

#include "tests/sim/arena_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

TEST_CASE("references: those inside array elements are marked and updated") {
  ArenaMemory memory;
  World world(memory);
  Type type;
  type.name = "Pair[]";
  type.kind = TypeKind::kArray;
  type.component_size = 24;
  type.element_offsets = {0, 16};
  const TypeIndex pairs = world.heap.add_type(type);
  const ObjectIndex garbage = world.make(world.leaf);
  const ObjectIndex array = world.make(pairs, 3);
  const ObjectIndex target = world.make(world.leaf);
  CHECK(reference_slots(world.heap.type(pairs), 3) == 6);
  CHECK(world.heap.slot_offset(array, 3) == 16 + 24 + 16);
  world.heap.store(array, 3, target);
  world.root(array);
  const Outcome outcome = world.collect(compacting(Generation::k0));
  CHECK(text_of(outcome.findings).empty());
  CHECK(world.dead(garbage));
  CHECK(!world.dead(target));
  Address held = 0;
  std::memcpy(&held, memory.bytes(world.address(array)) + 16 + 24 + 16, sizeof held);
  CHECK(held == world.address(target));
}

TEST_CASE("references: an object of a collectible type keeps its loader alive") {
  ArenaMemory memory;
  World world(memory);
  Type type;
  type.name = "Plugin.Item";
  type.base_size = 32;
  type.reference_offsets = {8};
  type.collectible = true;
  const TypeIndex item = world.heap.add_type(type);
  const ObjectIndex loader = world.make(world.leaf);
  world.heap.set_loader(item, loader);
  const ObjectIndex old = world.make(item);
  const ObjectIndex other = world.make(world.leaf);
  world.heap.store(old, 0, other);
  const RootIndex root = world.root(old);
  CHECK(world.heap.written_references(old).size() == 1);
  CHECK(text_of(world.collect(compacting(Generation::k0)).findings).empty());
  CHECK(!world.dead(loader));
  CHECK(!world.dead(other));
  // An object of an older generation keeps a loader of a younger one.
  const ObjectIndex second = world.make(world.leaf);
  world.heap.objects().references(old).back() = second;
  CHECK(text_of(world.collect(compacting(Generation::k0)).findings).empty());
  CHECK(!world.dead(second));
  CHECK(text_of(world.collect(compacting(Generation::k1)).findings).empty());
  CHECK(world.dead(loader));
  world.heap.roots()[root].removed = true;
  CHECK(text_of(world.collect(sweeping(Generation::k2)).findings).empty());
  CHECK(world.dead(second));
}

}  // namespace
}  // namespace gcrucible::sim
