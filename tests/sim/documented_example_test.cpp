// The ten objects of the documentation, at their literal addresses.
#include <array>

#include "sim/literal_memory.h"
#include "tests/sim/world.h"
#include "tests/support/catch.h"

namespace gcrucible::sim {
namespace {

constexpr std::array<Address, 10> kIds{8, 9, 10, 12, 13, 15, 16, 17, 18, 19};
constexpr std::array<std::uint64_t, 10> kSizes{1, 1, 2, 1, 2, 1, 1, 1, 1, 1};

struct TenObjects {
  TenObjects() : world(memory, {.alignment = 1}) {
    REQUIRE(world.heap.add_range(7, 13, Generation::k0));
    std::array<TypeIndex, 3> unit{};
    for (std::uint64_t size = 1; size <= 2; ++size) {
      Type type;
      type.name = "Unit" + std::to_string(size);
      type.base_size = size;
      unit[size] = world.heap.add_type(type);
    }
    for (std::size_t i = 0; i < kIds.size(); ++i) {
      objects[i] = world.make_at(kIds[i], Generation::k0, unit[kSizes[i]]);
      const bool dies = kIds[i] == 9 || kIds[i] == 13 || kIds[i] == 19;
      if (!dies) world.root(objects[i]);
    }
  }

  LiteralMemory memory;
  World world;
  std::array<ObjectIndex, 10> objects{};
};

TEST_CASE("ten objects: compacting moves them as the documentation says") {
  TenObjects ten;
  const Outcome outcome = ten.world.collect(compacting(Generation::k0, Destination::kSlide));
  CHECK(text_of(outcome.findings).empty());

  constexpr std::array<Address, 10> kExpected{7, 0, 8, 10, 0, 11, 12, 13, 14, 0};
  for (std::size_t i = 0; i < kIds.size(); ++i) {
    if (kExpected[i] == 0) {
      CHECK(ten.world.dead(ten.objects[i]));
    } else {
      CHECK_FALSE(ten.world.dead(ten.objects[i]));
      CHECK(ten.world.address(ten.objects[i]) == kExpected[i]);
      CHECK(ten.world.generation(ten.objects[i]) == Generation::k1);
    }
  }
  REQUIRE(outcome.collection.plugs.size() == 3);
  CHECK(outcome.collection.plugs[0].from == 8);
  CHECK(outcome.collection.plugs[0].to == 7);
  CHECK(outcome.collection.plugs[1].from == 10);
  CHECK(outcome.collection.plugs[1].to == 8);
  CHECK(outcome.collection.plugs[2].from == 15);
  CHECK(outcome.collection.plugs[2].to == 11);
  CHECK(outcome.plug_lengths == std::vector<std::uint64_t>{1, 3, 4});
  CHECK(outcome.deaths == std::vector<ObjectIndex>{ten.objects[1], ten.objects[4], ten.objects[9]});
}

TEST_CASE("ten objects: sweeping leaves them in place") {
  TenObjects ten;
  const Outcome outcome = ten.world.collect(sweeping(Generation::k0));
  CHECK(text_of(outcome.findings).empty());
  CHECK(outcome.plug_lengths == std::vector<std::uint64_t>{1, 3, 4});
  for (const Plug& plug : outcome.collection.plugs) CHECK(plug.from == plug.to);
  CHECK(ten.world.address(ten.objects[8]) == 18);
  // The initial hole of the range, and the old places of 9 and 13. 19 is now after the last object.
  const Range& range = ten.world.range_of(ten.objects[0]);
  REQUIRE(range.gaps.size() == 3);
  CHECK(range.gaps[0].start == 7);
  CHECK(range.gaps[1].start == 9);
  CHECK(range.gaps[1].length == 1);
  CHECK(range.gaps[2].start == 13);
  CHECK(range.gaps[2].length == 2);
  CHECK(range.end() == 19);
}

}  // namespace
}  // namespace gcrucible::sim
