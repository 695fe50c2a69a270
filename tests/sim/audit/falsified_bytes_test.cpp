// The audit compares the bytes of objects, except those of references, with the bytes before the collection.
#include <cstring>

#include "sim/audit/snapshot.h"
#include "tests/sim/arena_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

struct ManyBytes {
  ManyBytes() : world(memory) {
    Type pairs;
    pairs.name = "Pair[]";
    pairs.kind = TypeKind::kArray;
    pairs.component_size = 24;
    pairs.element_offsets = {0, 16};
    const TypeIndex type_of_pairs = world.heap.add_type(pairs);
    objects = {world.make(world.node),        world.make(world.leaf),       world.make(world.odd),
               world.make(world.nodes, 5),    world.make(type_of_pairs, 2), world.make(world.text, 9),
               world.make(world.bytes, 1),    world.make(world.bytes, 221), world.make(world.bytes, 232),
               world.make(world.bytes, 3000), world.make(world.closable)};
    for (const ObjectIndex object : objects) world.root(object);
    for (const ObjectIndex object : {objects[6], objects[7], objects[8], objects[9]}) {
      for (std::uint64_t i = 16; i < world.heap.size_of(object) - 8; ++i) byte(object, i) = std::byte(i * 7);
    }
  }
  // The byte `offset` after the ObjectID. The header begins at -8.
  std::byte& byte(ObjectIndex object, std::uint64_t offset) {
    return memory.bytes(world.address(object))[static_cast<std::ptrdiff_t>(offset)];
  }
  bool holds_reference(ObjectIndex object, std::uint64_t offset) const {
    for (std::uint64_t slot = 0; slot < world.heap.written_references(object).size(); ++slot) {
      if (offset - world.heap.slot_offset(object, slot) < 8) return true;
    }
    return false;
  }

  ArenaMemory memory;
  World world;
  std::vector<ObjectIndex> objects;
};

TEST_CASE("snapshot: the hash depends on each byte that is no reference") {
  ManyBytes many;
  for (const ObjectIndex object : many.objects) {
    INFO("object " << object);
    const std::uint64_t hash = hash_of_bytes(many.world.heap, object);
    CHECK(hash != 0);
    const bool values = many.world.heap.type(many.world.heap.objects().type[object]).component_size == 24;
    for (std::uint64_t i = 0; i < many.world.heap.padded_size_of(object); ++i) {
      const std::uint64_t offset = i - 8;
      std::byte& byte = many.byte(object, offset);
      byte ^= std::byte{0x40};
      const bool counts = i < many.world.heap.size_of(object) && !many.holds_reference(object, offset);
      // Of an array of values with references, only the part before the elements counts.
      if (counts && (!values || i < 24)) {
        CHECK(hash_of_bytes(many.world.heap, object) != hash);
      } else {
        CHECK(hash_of_bytes(many.world.heap, object) == hash);
      }
      byte ^= std::byte{0x40};
    }
    CHECK(hash_of_bytes(many.world.heap, object) == hash);
  }
}

}  // namespace
}  // namespace gcrucible::sim
