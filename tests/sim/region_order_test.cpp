// The generation of pinned survivors where the order of regions decides.
#include <catch2/catch.hpp>

#include "sim/literal_memory.h"
#include "tests/sim/world.h"

namespace gcrucible::sim {
namespace {

CollectionRequest collects(Generation oldest, Mode mode, Destination destination) {
  CollectionRequest request;
  request.condemned = oldest;
  request.mode.fill(mode);
  request.destination = destination;
  request.pinned = PinnedPolicy::kStay;
  return request;
}

// The CLR's behaviour with one object. The object is pinned from the first collection on, or from `pinned_at`
// on.
struct History {
  const char* collections;  // "s1": sweeps generation 1, "c2": compacts generation 2
  int pinned_at;
  const char* generations;  // of the object, after each
};

constexpr History kMeasured[] = {
    {"s0 c1", 0, "1 0"},           {"c0 s1 c2", 1, "1 2 1"},
    {"s1 c1", 0, "1 1"},           {"s0 c2", 0, "1 0"},
    {"s1 c2", 0, "1 0"},           {"s0 s0 c1", 0, "1 1 0"},
    {"s2 c2 c0", 0, "1 0 0"},      {"c0 c1 s2 s2 c2", 2, "1 2 2 2 2"},
    {"s2 s2 c2", 0, "1 2 0"},      {"s0 c0 c1", 0, "1 1 0"},
    {"c0 s2 c1", 1, "1 2 2"},      {"c0 s2 c2 c2", 1, "1 2 1 1"},
    {"s1 s1 c2 c2", 0, "1 2 0 0"}, {"s0 c1 c1", 0, "1 0 0"},
    {"s1 c1 c2", 2, "1 2 2"},
};

TEST_CASE("regions: a pinned object has its region's generation as in .NET 10") {
  for (const Destination destination : {Destination::kFresh, Destination::kSlide}) {
    for (const History& history : kMeasured) {
      LiteralMemory memory;
      World world(memory);
      const ObjectIndex object = world.make(world.node);
      world.root(object);
      std::string generations;
      const std::string_view collections = history.collections;
      for (std::size_t at = 0, number = 0; at < collections.size(); at += 3, ++number) {
        if (number == static_cast<std::size_t>(history.pinned_at)) world.root(object, true);
        const auto oldest = static_cast<Generation>(collections[at + 1] - '0');
        const Mode mode = collections[at] == 'c' ? Mode::kCompact : Mode::kSweep;
        CHECK(text_of(world.collect(collects(oldest, mode, destination)).findings).empty());
        if (!generations.empty()) generations += ' ';
        generations += static_cast<char>('0' + static_cast<int>(world.generation(object)));
      }
      INFO(history.collections);
      CHECK(generations == history.generations);
    }
  }
}

struct SecondObject {
  const char* before;     // collections, as above
  const char* last;       // the object is made between the two, and pinned after these
  Generation generation;  // after everything is compacted
};

constexpr SecondObject kSecondObjects[] = {
    {"s1", "s1 c1", Generation::k0},    {"s0", "c0", Generation::k0},    {"c0 s0", "c0", Generation::k0},
    {"s1 c1", "s1 c1", Generation::k0}, {"c1", "s1 c1", Generation::k2},
};

TEST_CASE("regions: promoted objects fill free space left by a sweep as in .NET 10") {
  for (const Destination destination : {Destination::kFresh, Destination::kSlide}) {
    for (const SecondObject& history : kSecondObjects) {
      LiteralMemory memory;
      World world(memory);
      world.root(world.make(world.node));
      const auto collect_all = [&](std::string_view collections) {
        for (std::size_t at = 0; at < collections.size(); at += 3) {
          const auto oldest = static_cast<Generation>(collections[at + 1] - '0');
          const Mode mode = collections[at] == 'c' ? Mode::kCompact : Mode::kSweep;
          CHECK(text_of(world.collect(collects(oldest, mode, destination)).findings).empty());
        }
      };
      collect_all(history.before);
      const ObjectIndex object = world.make(world.node);
      world.root(object);
      collect_all(history.last);
      world.root(object, true);
      collect_all("c2");
      INFO(history.before << ", " << history.last);
      CHECK(world.generation(object) == history.generation);
    }
  }
}

TEST_CASE("regions: pinned objects in the filled regions are promoted along") {
  LiteralMemory memory;
  HeapSettings settings;
  // Four nodes fit into a region.
  settings.range_length.fill(4 * 40);
  World world(memory, settings);
  std::vector<ObjectIndex> objects;
  for (int i = 0; i < 10; ++i) objects.push_back(world.make(world.node));
  for (const ObjectIndex object : objects) world.root(object);
  const auto pinned = [&](int i) { world.root(objects[i], true); };
  pinned(1);
  pinned(5);
  pinned(9);
  // Seven others move. The region of generation 1 takes four, the first one of generation 0 three.
  CHECK(
      text_of(world.collect(collects(Generation::k0, Mode::kCompact, Destination::kFresh)).findings).empty());
  CHECK(world.generation(objects[1]) == Generation::k1);
  CHECK(world.generation(objects[5]) == Generation::k0);
  CHECK(world.generation(objects[9]) == Generation::k0);
  CHECK(world.generation(objects[0]) == Generation::k1);
}

TEST_CASE("regions: a collection without promotion keeps the order of regions") {
  for (const Mode mode : {Mode::kSweep, Mode::kCompact}) {
    for (const PinnedPolicy policy : {PinnedPolicy::kPromote, PinnedPolicy::kStay}) {
      LiteralMemory memory;
      World world(memory);
      const ObjectIndex object = world.make(world.node);
      world.root(object, true);
      world.collect(collects(Generation::k0, Mode::kSweep, Destination::kFresh));
      CollectionRequest stays = collects(Generation::k1, mode, Destination::kFresh);
      stays.promote = false;
      stays.pinned = policy;
      CHECK(text_of(world.collect(stays).findings).empty());
      CHECK(world.generation(object) == Generation::k1);
      world.collect(collects(Generation::k1, Mode::kCompact, Destination::kFresh));
      CHECK(world.generation(object) == Generation::k0);
    }
  }
}

}  // namespace
}  // namespace gcrucible::sim
