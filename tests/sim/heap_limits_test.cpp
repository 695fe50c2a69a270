// What a heap refuses: objects that are too long, reservations that are too many, and ranges that overlap.
#include <array>

#include "sim/literal_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

constexpr std::uint64_t kMost = 0xFFFFFFFF;

// There is room for one usual range only, so an object that is not refused for its length finds no space.
struct FullHeap {
  FullHeap() : memory(LiteralMemory::kLimit - (4u << 20)), world(memory) {}
  AllocationError error_of(TypeIndex type, std::uint64_t length) {
    return world.heap.allocate({.type = type, .length = length}).error;
  }
  TypeIndex array_of(std::uint64_t component_size, std::uint64_t base_size = 24) {
    Type type;
    type.kind = TypeKind::kArray;
    type.base_size = base_size;
    type.component_size = component_size;
    return world.heap.add_type(type);
  }

  LiteralMemory memory;
  World world;
};

TEST_CASE("Heap: lengths have 32 bits") {
  FullHeap full;
  const TypeIndex bytes = full.array_of(1);
  CHECK(full.error_of(bytes, kMost) == AllocationError::kOutOfAddressSpace);
  CHECK(full.error_of(bytes, kMost + 1) == AllocationError::kTooLong);
}

TEST_CASE("Heap: sizes have 63 bits") {
  FullHeap full;
  CHECK(full.error_of(full.array_of(1ull << 61), 3) == AllocationError::kOutOfAddressSpace);
  CHECK(full.error_of(full.array_of(1ull << 61), 4) == AllocationError::kTooLong);
  CHECK(full.error_of(full.array_of(1, ~0ull >> 1), 0) == AllocationError::kOutOfAddressSpace);
  CHECK(full.error_of(full.array_of(1, ~0ull >> 1), 1) == AllocationError::kTooLong);
  CHECK(full.error_of(full.array_of(~0ull >> 1), 2) == AllocationError::kTooLong);
  CHECK(full.error_of(full.array_of(~0ull >> 2), 2) == AllocationError::kTooLong);
  CHECK(full.error_of(full.array_of(~0ull), 0) == AllocationError::kNone);
}

TEST_CASE("Heap: references are counted with 32 bits") {
  FullHeap full;
  CHECK(full.error_of(full.world.nodes, kMost) == AllocationError::kOutOfAddressSpace);
  // Two slots are taken then.
  REQUIRE(full.error_of(full.world.node, 0) == AllocationError::kNone);
  CHECK(full.error_of(full.world.nodes, kMost - 2) == AllocationError::kOutOfAddressSpace);
  CHECK(full.error_of(full.world.nodes, kMost - 1) == AllocationError::kTooLong);
}

TEST_CASE("Heap: no more numbers are reserved than there are") {
  FullHeap full;
  full.world.make(full.world.node);
  CHECK_FALSE(full.world.heap.reserve(full.world.leaf, 0, kMost - 1));
  CHECK_FALSE(full.world.heap.reserve(full.world.leaf, 0, ~0ull));
  CHECK_FALSE(full.world.heap.reserve(full.world.node, 0, kMost / 2));
  CHECK_FALSE(full.world.heap.reserve(full.world.nodes, 1ull << 31, 2));
  CHECK(full.world.heap.objects().count() == 1);
  CHECK(full.world.heap.reserve(full.world.node, 0, 3) == ObjectIndex{1});
  CHECK(full.world.heap.reserve(full.world.bytes, 7, 1) == ObjectIndex{4});
  CHECK(full.world.heap.reserve(full.world.leaf, 0, 0) == ObjectIndex{5});
  const ObjectColumns& objects = full.world.heap.objects();
  CHECK(objects.count() == 5);
  for (ObjectIndex object = 1; object < 5; ++object) {
    CHECK(objects.dead[object]);
    CHECK(objects.address[object] == 0);
    // No collection looks for dead objects in frozen memory.
    CHECK(objects.generation[object] == Generation::kFrozen);
    CHECK(objects.length_of(object) == (object == 4 ? 7 : 0));
    CHECK(objects.references(object).size() == (object == 4 ? 0 : 2));
  }
  for (const ObjectIndex target : objects.slots) CHECK(target == kNoObject);
}

TEST_CASE("Heap: expected objects need no new memory") {
  FullHeap full;
  full.world.heap.expect(100, 200);
  const ObjectColumns& objects = full.world.heap.objects();
  const std::array before{objects.address.capacity(), objects.type.capacity(), objects.first_slot.capacity(),
                          objects.slots.capacity(),   objects.dead.capacity(), objects.generation.capacity()};
  for (int i = 0; i < 100; ++i) full.world.make(full.world.node);
  const std::array after{objects.address.capacity(), objects.type.capacity(), objects.first_slot.capacity(),
                         objects.slots.capacity(),   objects.dead.capacity(), objects.generation.capacity()};
  CHECK(before == after);
}

TEST_CASE("Heap: ranges may touch and may not overlap") {
  FullHeap full;
  Heap& heap = full.world.heap;
  REQUIRE(heap.add_range(0x1000, 0x100, Generation::k0));
  CHECK_FALSE(heap.add_range(0x1000, 0x100, Generation::k0));
  CHECK_FALSE(heap.add_range(0x10FF, 1, Generation::k0));
  CHECK_FALSE(heap.add_range(0xF00, 0x101, Generation::k0));
  CHECK_FALSE(heap.add_range(0xF00, 0x300, Generation::k0));
  CHECK(heap.add_range(0x1100, 0x100, Generation::k1) == RangeIndex{1});
  CHECK(heap.add_range(0xF00, 0x100, Generation::k2, 3) == RangeIndex{2});
  CHECK_FALSE(heap.add_range(~0ull - 0xFF, 0x101, Generation::k0));
  CHECK(heap.add_range(~0ull - 0xFF, 0xFF, Generation::k0));
  CHECK(heap.ranges()[2].heap == 3);
  CHECK(heap.ranges()[2].declared == Generation::k2);
  CHECK(heap.range_covering(0xF00) == RangeIndex{2});
  CHECK(heap.range_covering(0xFFF) == RangeIndex{2});
  CHECK(heap.range_covering(0x1000) == RangeIndex{0});
  CHECK(heap.range_covering(0x11FF) == RangeIndex{1});
  CHECK_FALSE(heap.range_covering(0xEFF));
  CHECK_FALSE(heap.range_covering(0x1200));
}

TEST_CASE("Heap: new ranges avoid literal ones") {
  LiteralMemory memory(0x1000);
  World world(memory, {.range_length = {0x100, 0x100, 0x100, 0x100, 0x100, 0x100}});
  REQUIRE(world.heap.add_range(0x1180, 0x100, Generation::k1));
  const ObjectIndex first = world.make(world.node);
  const ObjectIndex long_one = world.make(world.bytes, 0x100);
  CHECK(world.address(first) == 0x1000);
  // 0x1100 and 0x1220 would overlap the literal range.
  CHECK(world.address(long_one) == 0x1340);
}

TEST_CASE("Heap: an address in no object has none") {
  FullHeap full;
  Heap& heap = full.world.heap;
  REQUIRE(heap.add_range(0x1000, 0x100, Generation::k1));
  const ObjectIndex object = full.world.make_at(0x1010, Generation::k1, full.world.odd);
  CHECK(heap.object_at(0x1010) == object);
  CHECK(heap.object_at(0x1011) == kNoObject);
  CHECK(heap.object_at(0x1008) == kNoObject);
  CHECK(heap.object_at(0x5000) == kNoObject);
  CHECK(heap.object_covering(0x100F) == kNoObject);
  CHECK(heap.object_covering(0x1010) == object);
  // 28 bytes, padded to 32.
  CHECK(heap.object_covering(0x102F) == object);
  CHECK(heap.object_covering(0x1030) == kNoObject);
  CHECK(heap.object_covering(0x5000) == kNoObject);
}

TEST_CASE("LiteralMemory: address space ends at the limit and is never given twice") {
  LiteralMemory memory(LiteralMemory::kLimit - 64);
  CHECK(memory.reserve(65, Generation::k0) == 0);
  CHECK(memory.reserve(~0ull, Generation::k0) == 0);
  CHECK(memory.reserve(17, Generation::k0) == LiteralMemory::kLimit - 64);
  // Ranges start at multiples of 16.
  CHECK(memory.reserve(16, Generation::k0) == LiteralMemory::kLimit - 32);
  CHECK(memory.reserve(17, Generation::k0) == 0);
  CHECK(memory.reserve(16, Generation::k0) == LiteralMemory::kLimit - 16);
  CHECK(memory.reserve(1, Generation::k0) == 0);
  CHECK(memory.bytes(LiteralMemory::kLimit - 64) == nullptr);
}

}  // namespace
}  // namespace gcrucible::sim
