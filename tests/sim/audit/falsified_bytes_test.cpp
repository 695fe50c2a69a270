// The audit compares the bytes of objects, except those of references, with the bytes before the collection.
#include <sstream>

#include "sim/audit/snapshot.h"
#include "tests/sim/arena_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

std::string text_of_address(Address address) {
  std::ostringstream text;
  text << "0x" << std::hex << address;
  return text.str();
}

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

TEST_CASE("snapshot: of an object above 16 MiB only the first and the last 64 KiB count") {
  constexpr std::uint64_t kLimit = 16u << 20;
  constexpr std::uint64_t kEnd = 64u << 10;
  for (const std::uint64_t size : {kLimit, kLimit + 1}) {
    ArenaMemory memory;
    World world(memory);
    const ObjectIndex object = world.make(world.bytes, size - 24);
    REQUIRE(world.heap.size_of(object) == size);
    std::byte* const bytes = memory.bytes(world.address(object)) - 8;
    const std::uint64_t hash = hash_of_bytes(world.heap, object);
    const auto counts = [&](std::uint64_t at) {
      bytes[at] ^= std::byte{1};
      const bool differs = hash_of_bytes(world.heap, object) != hash;
      bytes[at] ^= std::byte{1};
      return differs;
    };
    for (const std::uint64_t at : {std::uint64_t{0}, kEnd - 1, size - kEnd, size - 1}) CHECK(counts(at));
    for (const std::uint64_t at : {kEnd, size - kEnd - 1, size / 2}) CHECK(counts(at) == (size == kLimit));
    CHECK_FALSE(counts(size));
  }
}

TEST_CASE("audit: changed bytes and stale references are named") {
  ArenaMemory memory;
  World world(memory);
  world.make(world.node);
  const ObjectIndex first = world.make(world.node);
  const ObjectIndex second = world.make(world.node);
  const ObjectIndex array = world.make(world.nodes, 40);
  for (const ObjectIndex object : {first, second, array}) world.root(object);
  world.heap.store(first, 1, second);
  world.heap.store(array, 39, first);
  const auto findings_after = [&](ObjectIndex changed, std::uint64_t offset) {
    const Audit audit(world.heap);
    Collector collector(world.heap);
    Collection collection = collector.plan(compacting(Generation::k2));
    collector.move(collection);
    if (changed != kNoObject) memory.bytes(world.address(changed))[offset] ^= std::byte{0x80};
    const std::string findings = text_of(audit.check(world.heap, collection));
    if (changed != kNoObject) memory.bytes(world.address(changed))[offset] ^= std::byte{0x80};
    return findings;
  };
  const auto text = [&](ObjectIndex object) {
    return "object " + std::to_string(object) + " at " + text_of_address(world.address(object));
  };
  CHECK(findings_after(kNoObject, 0) == "");
  std::string findings = findings_after(first, 0);
  CHECK(findings == "bytes of " + text(first) + " outside its reference fields changed\n");
  // The header of the next object.
  findings = findings_after(first, 32);
  CHECK(findings == "bytes of " + text(second) + " outside its reference fields changed\n");
  findings = findings_after(first, 16);
  CHECK(findings == "reference 1 of " + text(first) + " holds " +
                        text_of_address(world.address(second) ^ 0x80) + " instead of " +
                        text_of_address(world.address(second)) + "\n");
  findings = findings_after(array, 16 + 8 * 38);
  CHECK(findings == "reference 38 of " + text(array) + " holds 0x80 instead of 0x0\n");
}

}  // namespace
}  // namespace gcrucible::sim
