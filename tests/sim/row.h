// A row of objects in one literal range, for tests of their destinations.
#pragma once

#include <vector>

#include "sim/literal_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {

// Adjacent nodes of 40 bytes in a literal range. Those at the given positions survive.
struct Row {
  Row(int count, const std::vector<int>& live, const std::vector<int>& pinned = {}) : world(memory) {
    REQUIRE(world.heap.add_range(0x1000, 0x1000, Generation::k0));
    for (int i = 0; i < count; ++i) objects.push_back(world.make(world.node));
    for (const int i : live) world.root(objects[static_cast<std::size_t>(i)]);
    for (const int i : pinned) world.root(objects[static_cast<std::size_t>(i)], true);
  }
  Address at(int i) const { return world.address(objects[static_cast<std::size_t>(i)]); }
  static Address place(int i) { return 0x1000 + 40 * static_cast<Address>(i); }
  Generation generation(int i) const { return world.generation(objects[static_cast<std::size_t>(i)]); }

  LiteralMemory memory;
  World world;
  std::vector<ObjectIndex> objects;
};

}  // namespace gcrucible::sim
