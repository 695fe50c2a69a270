// Where objects are placed, and the contents of their bytes.
#include <cstring>

#include "sim/literal_memory.h"
#include "tests/sim/arena_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

template <typename T>
T read(Memory& memory, Address address) {
  T value{};
  std::memcpy(&value, memory.bytes(address), sizeof value);
  return value;
}

HeapSettings small_ranges(std::uint64_t length) {
  HeapSettings settings;
  settings.range_length.fill(length);
  return settings;
}

TEST_CASE("Heap: objects have the CLR's layout in memory") {
  ArenaMemory memory;
  World world(memory, small_ranges(4096));
  const ObjectIndex node = world.make(world.node);
  const ObjectIndex array = world.make(world.nodes, 3);
  const ObjectIndex string = world.make(world.text, 5);
  world.heap.store(node, 1, array);
  world.heap.store(array, 2, node);

  CHECK(world.address(array) == world.address(node) + 40);
  CHECK(world.address(string) == world.address(array) + 48);
  CHECK(world.heap.size_of(string) == 32);
  const Address at = world.address(array);
  CHECK(read<Address>(memory, at - 8) == 0);
  CHECK(read<Address>(memory, at) == world.heap.type(world.nodes).method_table);
  CHECK(read<std::uint32_t>(memory, at + 8) == 3);
  CHECK(read<Address>(memory, at + 16) == 0);
  CHECK(read<Address>(memory, at + 32) == world.address(node));
  CHECK(read<Address>(memory, world.address(node) + 16) == at);
  CHECK(read<std::uint32_t>(memory, world.address(string) + 8) == 5);
  world.heap.store(array, 2, kNoObject);
  CHECK(read<Address>(memory, at + 32) == 0);
}

TEST_CASE("Heap: reserved object numbers may be allocated later in any order") {
  ArenaMemory memory;
  World world(memory, small_ranges(4096));
  const auto first = world.heap.reserve(world.node, 0, 2);
  const auto array = world.heap.reserve(world.nodes, 3, 1);
  REQUIRE((first && array));
  CHECK(*array == *first + 2);
  CHECK(world.heap.objects().dead[*array]);
  const ObjectIndex other = world.make(world.node);
  CHECK(other == *array + 1);
  const auto made = [&](ObjectIndex number, TypeIndex type, std::uint64_t length) {
    const AllocationResult result = world.heap.allocate({.type = type, .length = length, .number = number});
    CHECK(result.error == AllocationError::kNone);
    CHECK(result.object == number);
  };
  made(*array, world.nodes, 3);
  made(*first + 1, world.node, 0);
  world.heap.store(*array, 2, *first + 1);
  // An object that is not created yet has no address, also after a collection.
  world.heap.add_root({.object = *array});
  world.collect({.condemned = Generation::k0});
  CHECK(world.heap.objects().dead[*first]);
  CHECK_FALSE(world.heap.objects().dead[*first + 1]);
  CHECK(world.heap.objects().dead[other]);
  made(*first, world.node, 0);
  CHECK_FALSE(world.heap.objects().dead[*first]);
  CHECK(world.address(*first) != 0);
}

TEST_CASE("Heap: size and request decide the generation") {
  LiteralMemory memory;
  World world(memory);
  CHECK(world.generation(world.make(world.bytes, 84999 - 24)) == Generation::k0);
  CHECK(world.generation(world.make(world.bytes, 85000 - 24)) == Generation::kLarge);
  CHECK(world.generation(world.make_in(Generation::kPinned, world.bytes, 100)) == Generation::kPinned);
  CHECK(world.generation(world.make_in(Generation::kFrozen, world.text, 1)) == Generation::kFrozen);
}

TEST_CASE("Heap: ranges are filled in order and a big object gets its own") {
  LiteralMemory memory;
  World world(memory, small_ranges(128));
  const ObjectIndex first = world.make(world.node);
  world.make(world.node);
  const ObjectIndex big = world.make(world.bytes, 1000);
  const ObjectIndex third = world.make(world.node);
  const ObjectIndex next = world.make(world.node);
  CHECK(world.range_of(big).reserved == 1024);
  CHECK(&world.range_of(third) == &world.range_of(first));
  CHECK(&world.range_of(next) != &world.range_of(first));
  CHECK(world.range_of(next).reserved == 128);
}

TEST_CASE("Heap: an explicit address that overlaps or is outside is refused") {
  LiteralMemory memory;
  World world(memory);
  REQUIRE(world.heap.add_range(0x1000, 0x100, Generation::k1));
  CHECK_FALSE(world.heap.add_range(0x10F8, 0x100, Generation::k1));
  CHECK_FALSE(world.heap.add_range(0xF80, 0x88, Generation::k1));
  world.make_at(0x1040, Generation::k1, world.node);
  const auto error_at = [&](Address at, Generation generation) {
    return world.heap.allocate({.type = world.node, .generation = generation, .at = at}).error;
  };
  CHECK(error_at(0x1020, Generation::k1) == AllocationError::kOverlaps);
  CHECK(error_at(0x1060, Generation::k1) == AllocationError::kOverlaps);
  CHECK(error_at(0x1004, Generation::k1) == AllocationError::kMisaligned);
  CHECK(error_at(0x10E0, Generation::k1) == AllocationError::kOutsideRanges);
  CHECK(error_at(0x1000, Generation::k0) == AllocationError::kOutsideRanges);
  CHECK(error_at(0x5000, Generation::k1) == AllocationError::kOutsideRanges);
  CHECK(error_at(0x1018, Generation::k1) == AllocationError::kNone);
  CHECK(error_at(0x1068, Generation::k1) == AllocationError::kNone);
  const std::vector<ObjectIndex> by_address{1, 0, 2};
  CHECK(world.heap.ranges()[0].objects == by_address);
}

TEST_CASE("Heap: an object whose size overflows is refused") {
  LiteralMemory memory;
  World world(memory);
  Type huge;
  huge.kind = TypeKind::kArray;
  huge.component_size = 1ull << 62;
  const TypeIndex absurd = world.heap.add_type(huge);
  CHECK(world.heap.allocate({.type = world.bytes, .length = 1ull << 32}).error == AllocationError::kTooLong);
  CHECK(world.heap.allocate({.type = world.nodes, .length = ~0ull}).error == AllocationError::kTooLong);
  CHECK(world.heap.allocate({.type = absurd, .length = 4}).error == AllocationError::kTooLong);
  CHECK(world.heap.allocate({.type = absurd, .length = 1}).error == AllocationError::kOutOfAddressSpace);
  CHECK(world.heap.objects().count() == 0);
}

TEST_CASE("Heap: objects above 4 GB keep exact lengths") {
  LiteralMemory memory;
  World world(memory);
  Type longs;
  longs.name = "Int64[]";
  longs.kind = TypeKind::kArray;
  longs.component_size = 8;
  const TypeIndex type = world.heap.add_type(longs);
  constexpr std::uint64_t kLength = 1ull << 31;
  const ObjectIndex first = world.make(type, kLength);
  const ObjectIndex dead = world.make(type, kLength);
  const ObjectIndex second = world.make(type, kLength);
  world.root(first);
  world.root(second);
  CHECK(world.heap.size_of(first) == 24 + 8 * kLength);
  CHECK(world.heap.object_covering(world.address(first) + (5ull << 30)) == first);

  Outcome outcome = world.collect(sweeping(Generation::k2));
  CHECK(text_of(outcome.findings).empty());
  CHECK(world.dead(dead));
  CHECK(outcome.plug_lengths == std::vector<std::uint64_t>{24 + 8 * kLength, 24 + 8 * kLength});
  CollectionRequest request = compacting(Generation::k2);
  request.mode[index_of(Generation::kLarge)] = Mode::kCompact;
  outcome = world.collect(request);
  CHECK(text_of(outcome.findings).empty());
  CHECK(world.address(first) != outcome.before[first]);
}

TEST_CASE("Heap: gaps of a swept generation are reused first and zeroed") {
  ArenaMemory memory;
  HeapSettings settings = small_ranges(4096);
  settings.large_object_threshold = 200;
  World world(memory, settings);
  std::vector<ObjectIndex> large;
  for (int i = 0; i < 7; ++i) {
    large.push_back(world.make(world.bytes, 200));
    std::memset(memory.bytes(world.address(large.back()) + 16), 0x55, 200);
    if (i % 2 == 0) world.root(large.back());
  }
  const Outcome outcome = world.collect(sweeping(Generation::k2));
  CHECK(text_of(outcome.findings).empty());
  const Range& range = world.range_of(large[0]);
  REQUIRE(range.gaps.size() == 3);
  CHECK(range.gaps[0].length == 224);
  CHECK(memory.is_vacated(world.address(large[1]) + 16));

  // 216 of 224 bytes would leave 8, which is too little for a free object.
  const ObjectIndex too_big_for_gap = world.make(world.bytes, 192);
  CHECK(world.address(too_big_for_gap) > world.address(large[6]));
  const ObjectIndex exact = world.make(world.bytes, 200);
  CHECK(world.address(exact) == outcome.before[large[1]]);
  CHECK(read<Address>(memory, world.address(exact) + 16) == 0);
  // 200 leaves 24.
  const ObjectIndex shorter = world.make(world.bytes, 176);
  CHECK(world.address(shorter) == outcome.before[large[3]]);
  const ObjectIndex in_rest = world.make_in(Generation::kLarge, world.leaf);
  CHECK(world.address(in_rest) == outcome.before[large[3]] + 200);
  const ObjectIndex next = world.make(world.bytes, 176);
  CHECK(world.address(next) == outcome.before[large[5]]);
  const ObjectIndex last = world.make(world.bytes, 200);
  CHECK(world.address(last) > world.address(too_big_for_gap));

  CHECK(world.heap.object_at(world.address(in_rest)) == in_rest);
  CHECK(memory.intact());
  const std::vector<ObjectIndex> expected{large[0], exact, large[2], shorter,         in_rest,
                                          large[4], next,  large[6], too_big_for_gap, last};
  CHECK(world.range_of(large[0]).objects == expected);
}

TEST_CASE("Heap: objects in gaps are found before the lists are merged") {
  LiteralMemory memory;
  World world(memory);
  std::vector<ObjectIndex> old;
  for (int i = 0; i < 4000; ++i) {
    old.push_back(world.make_in(Generation::kPinned, world.node));
    if (i % 2 == 1) world.root(old.back());
  }
  CHECK(text_of(world.collect(sweeping(Generation::k2)).findings).empty());
  for (int i = 0; i < 1500; ++i) {
    const ObjectIndex object = world.make_in(Generation::kPinned, world.node);
    REQUIRE(world.address(object) == world.address(old[1]) - 40 + 80 * static_cast<unsigned>(i));
    REQUIRE(world.heap.object_at(world.address(object)) == object);
    REQUIRE(world.heap.object_covering(world.address(object) + 39) == object);
  }
  const Range& range = world.range_of(old[1]);
  CHECK(range.objects.size() == 3500);
  for (std::size_t i = 1; i < range.objects.size(); ++i) {
    REQUIRE(world.address(range.objects[i - 1]) < world.address(range.objects[i]));
  }
}

TEST_CASE("Heap: an explicit address inside a gap leaves the rest as gaps") {
  ArenaMemory memory;
  World world(memory, small_ranges(4096));
  const ObjectIndex first = world.make_in(Generation::kPinned, world.node);
  const ObjectIndex middle = world.make_in(Generation::kPinned, world.bytes, 200);
  const ObjectIndex last = world.make_in(Generation::kPinned, world.node);
  world.root(first);
  world.root(last);
  world.collect(sweeping(Generation::k2));
  const Address gap = world.address(middle);
  world.root(world.make_at(gap + 48, Generation::kPinned, world.leaf));
  const Range& range = world.range_of(first);
  REQUIRE(range.gaps.size() == 2);
  CHECK(range.gaps[0].length == 48);
  CHECK(range.gaps[1].start == gap + 72);
  CHECK(range.gaps[1].length == 224 - 72);
  CHECK(memory.intact());
  CHECK(text_of(world.collect(compacting(Generation::k2)).findings).empty());
}

TEST_CASE("Heap: an explicit address where the last objects have died is zeroed") {
  ArenaMemory memory;
  World world(memory, small_ranges(4096));
  const ObjectIndex first = world.make_in(Generation::kPinned, world.node);
  const ObjectIndex last = world.make_in(Generation::kPinned, world.bytes, 200);
  world.root(first);
  world.collect(sweeping(Generation::k2));
  const Address free = world.address(last);
  REQUIRE(world.range_of(first).end() == free);
  REQUIRE(memory.is_vacated(free + 16));
  world.root(world.make_at(free, Generation::kPinned, world.bytes, 200));
  CHECK_FALSE(memory.is_vacated(free + 16));
  CHECK(memory.intact());
}

}  // namespace
}  // namespace gcrucible::sim
