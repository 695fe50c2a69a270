// Server heaps, and the balance between them.
#include "sim/literal_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

// Ranges of 400 bytes, so ten nodes fill one.
struct ServerHeaps {
  explicit ServerHeaps(std::uint16_t heaps, bool balanced = true)
      : world(memory, settings(heaps, balanced)) {}
  static HeapSettings settings(std::uint16_t heaps, bool balanced) {
    HeapSettings settings;
    settings.heaps = heaps;
    settings.balanced = balanced;
    settings.range_length.fill(400);
    return settings;
  }
  // A range with that many live nodes, and dead ones behind them. Returns the first node.
  ObjectIndex range_with(int live, std::uint16_t heap, Generation generation = Generation::k0) {
    ObjectIndex first = kNoObject;
    for (int i = 0; i < 10; ++i) {
      const ObjectIndex object =
          world.heap.allocate({.type = world.node, .generation = generation, .heap = heap}).object;
      if (i < live) world.root(object);
      if (i == 0) first = object;
    }
    return first;
  }
  void collect(Generation oldest = Generation::k0) {
    CHECK(text_of(world.collect(sweeping(oldest)).findings).empty());
  }
  int heap_of(ObjectIndex object) const { return world.range_of(object).heap; }

  LiteralMemory memory;
  World world;
};

TEST_CASE("server heaps: without balancing each range keeps its heap") {
  ServerHeaps heaps(2, false);
  const ObjectIndex first = heaps.range_with(8, 0);
  const ObjectIndex second = heaps.range_with(8, 0);
  heaps.collect();
  CHECK(heaps.heap_of(first) == 0);
  CHECK(heaps.heap_of(second) == 0);
}

TEST_CASE("server heaps: one heap has nothing to balance") {
  ServerHeaps heaps(1);
  const ObjectIndex first = heaps.range_with(8, 0);
  const ObjectIndex second = heaps.range_with(8, 0);
  heaps.collect();
  CHECK(heaps.heap_of(first) == 0);
  CHECK(heaps.heap_of(second) == 0);
}

TEST_CASE("server heaps: the richest heap gives ranges to the poorest") {
  ServerHeaps heaps(3);
  const ObjectIndex first = heaps.range_with(6, 1);
  const ObjectIndex second = heaps.range_with(5, 1);
  const ObjectIndex third = heaps.range_with(4, 1);
  const ObjectIndex other = heaps.range_with(2, 2);
  heaps.collect();
  // Heap 1 has 15 nodes and gives 6 to heap 0. It has 9 then, and gives 5 to heap 2, which has 2.
  // Heap 2 has 7 then, and gives 2 to heap 1, which has 4.
  CHECK(heaps.heap_of(first) == 0);
  CHECK(heaps.heap_of(second) == 2);
  CHECK(heaps.heap_of(third) == 1);
  CHECK(heaps.heap_of(other) == 1);
}

TEST_CASE("server heaps: no range makes the poorer heap richer") {
  ServerHeaps heaps(2);
  const ObjectIndex large = heaps.range_with(7, 0);
  const ObjectIndex small = heaps.range_with(2, 0);
  const ObjectIndex other = heaps.range_with(3, 1);
  heaps.collect();
  // 9 and 3 nodes. With the 7, heap 1 would have 10. With the 2, it has 5, which is still less than 9.
  CHECK(heaps.heap_of(large) == 0);
  CHECK(heaps.heap_of(small) == 1);
  CHECK(heaps.heap_of(other) == 1);
}

TEST_CASE("server heaps: a range that would make both equal stays") {
  ServerHeaps heaps(2);
  const ObjectIndex only = heaps.range_with(5, 0);
  heaps.collect();
  CHECK(heaps.heap_of(only) == 0);
}

TEST_CASE("server heaps: each generation is balanced by itself") {
  ServerHeaps heaps(2);
  const ObjectIndex old = heaps.range_with(3, 0, Generation::k1);
  const ObjectIndex older = heaps.range_with(3, 0, Generation::k2);
  const ObjectIndex first = heaps.range_with(3, 0);
  const ObjectIndex second = heaps.range_with(3, 0);
  heaps.collect(Generation::k1);
  CHECK(heaps.heap_of(old) == 0);
  CHECK(heaps.heap_of(older) == 0);
  CHECK(heaps.heap_of(first) == 1);
  CHECK(heaps.heap_of(second) == 0);
}

TEST_CASE("server heaps: generations 1 and 2 are balanced too") {
  for (const Generation generation : {Generation::k1, Generation::k2}) {
    ServerHeaps heaps(2);
    const ObjectIndex first = heaps.range_with(3, 0, generation);
    const ObjectIndex second = heaps.range_with(4, 0, generation);
    heaps.collect(Generation::k2);
    CHECK(heaps.heap_of(first) == 1);
    CHECK(heaps.heap_of(second) == 0);
  }
}

TEST_CASE("server heaps: only condemned generations are balanced") {
  ServerHeaps heaps(2);
  const ObjectIndex first = heaps.range_with(3, 0, Generation::k1);
  const ObjectIndex second = heaps.range_with(4, 0, Generation::k1);
  heaps.collect(Generation::k0);
  CHECK(heaps.heap_of(first) == 0);
  CHECK(heaps.heap_of(second) == 0);
}

TEST_CASE("server heaps: a literal range keeps its heap and counts for nothing") {
  ServerHeaps heaps(2);
  REQUIRE(heaps.world.heap.add_range(0x1000, 400, Generation::k0, 0));
  const ObjectIndex literal = heaps.range_with(9, 0);
  const ObjectIndex first = heaps.range_with(3, 0);
  const ObjectIndex second = heaps.range_with(1, 0);
  heaps.collect();
  CHECK(heaps.world.range_of(literal).start == 0x1000);
  CHECK(heaps.heap_of(literal) == 0);
  CHECK(heaps.heap_of(first) == 1);
  CHECK(heaps.heap_of(second) == 0);
}

TEST_CASE("server heaps: a range of a heap that does not exist stays") {
  ServerHeaps heaps(2);
  const ObjectIndex stray = heaps.range_with(9, 2);
  const ObjectIndex first = heaps.range_with(3, 0);
  const ObjectIndex second = heaps.range_with(1, 0);
  heaps.collect();
  CHECK(heaps.heap_of(stray) == 2);
  CHECK(heaps.heap_of(first) == 1);
  CHECK(heaps.heap_of(second) == 0);
}

TEST_CASE("server heaps: the new heap of a range packs its survivors") {
  ServerHeaps heaps(2);
  const ObjectIndex first = heaps.range_with(3, 0);
  const ObjectIndex second = heaps.range_with(3, 0);
  CHECK(text_of(heaps.world.collect(compacting(Generation::k0)).findings).empty());
  CHECK(heaps.heap_of(first) == 1);
  CHECK(heaps.heap_of(second) == 0);
  // The next object of heap 1 does not go where heap 0 packs.
  const ObjectIndex next = heaps.world.heap.allocate({.type = heaps.world.node, .heap = 1}).object;
  CHECK(heaps.heap_of(next) == 1);
}

}  // namespace
}  // namespace gcrucible::sim
