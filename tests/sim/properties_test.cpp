// Properties of every heap and every collection.
#include <algorithm>
#include <set>

#include "sim/literal_memory.h"
#include "tests/sim/arena_memory.h"
#include "tests/sim/random_world.h"
#include "tests/support/property.h"

namespace gcrucible::sim {
namespace {

// Grows from test to test. The bytes themselves have any value from the first test on.
std::vector<std::uint8_t> random_tape() {
  const auto length = *rc::gen::inRange<std::size_t>(0, 6000);
  const auto byte = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>());
  return *rc::gen::container<std::vector<std::uint8_t>>(length, byte);
}

// Uses only plugs, as a profiler would: an object in no plug is dead, and no two objects overlap.
void check_plugs(const World& world, const Outcome& outcome) {
  std::set<Address> new_addresses;
  std::size_t plug = 0;
  std::vector<std::uint32_t> covered(outcome.before.size());
  for (const RangePlan& plan : outcome.collection.ranges) {
    for (std::uint32_t i = 0; i < plan.plug_count; ++i, ++plug) {
      const Plug& it = outcome.collection.plugs[plug];
      const std::uint64_t length = outcome.plug_lengths[plug];
      for (ObjectIndex object = 0; object < outcome.before.size(); ++object) {
        const Address old = outcome.before[object];
        if (old < it.from || old - it.from >= length) continue;
        const bool dies = std::ranges::binary_search(outcome.deaths, object);
        RC_ASSERT(!dies);
        // An address may have belonged to an object that died in an earlier collection.
        if (!outcome.collection.live[object]) continue;
        ++covered[object];
        RC_ASSERT(world.address(object) == it.to + (old - it.from));
        RC_ASSERT(new_addresses.insert(world.address(object)).second);
      }
    }
  }
  RC_ASSERT(plug == outcome.collection.plugs.size());
  RC_ASSERT(outcome.deaths.size() == outcome.collection.dead_count);
  RC_ASSERT(new_addresses.size() == outcome.collection.survivor_count);
  for (const std::uint32_t times : covered) RC_ASSERT(times <= 1);
}

TEST_CASE("Collector: random heaps in memory are collected correctly") {
  tests::property("audit and plugs and vacated memory are right", [] {
    Tape tape(random_tape());
    ArenaMemory memory;
    World world(memory, random_settings(tape));
    live(world, tape, Fault::kNone, [&](const Outcome& outcome) {
      RC_ASSERT(text_of(outcome.findings) == "");
      RC_ASSERT(memory.intact());
      check_plugs(world, outcome);
      // Dead objects are not visible: free space is vacated as soon as it is free.
      for (const Range& range : world.heap.ranges()) {
        if (range.released) RC_ASSERT(memory.is_vacated(range.start));
        for (const Gap& gap : range.gaps) {
          if (gap.length != 0) RC_ASSERT(memory.is_vacated(gap.start));
        }
      }
    });
  });
}

TEST_CASE("Collector: random heaps without memory are collected correctly") {
  tests::property("audit and plugs are right with alignment 1", [] {
    Tape tape(random_tape());
    LiteralMemory memory;
    HeapSettings settings = random_settings(tape);
    settings.alignment = 1;
    World world(memory, settings);
    live(world, tape, Fault::kNone, [&](const Outcome& outcome) {
      RC_ASSERT(text_of(outcome.findings) == "");
      check_plugs(world, outcome);
    });
  });
}

TEST_CASE("Collector: equal choices give equal collections") {
  tests::property("digests are equal", [] {
    const std::vector<std::uint8_t> bytes = random_tape();
    std::vector<std::vector<std::uint64_t>> digests(2);
    for (auto& list : digests) {
      Tape tape(bytes);
      ArenaMemory memory;
      World world(memory, random_settings(tape));
      live(world, tape, Fault::kNone,
           [&](const Outcome& outcome) { list.push_back(digest(world, outcome)); });
    }
    RC_ASSERT(digests[0] == digests[1]);
  });
}

TEST_CASE("audit: a planted fault is found unless it changes nothing") {
  for (const FaultName& name : kFaultNames) {
    tests::property(std::string(name.name), [&] {
      const std::vector<std::uint8_t> bytes = random_tape();
      const auto end_with = [&](Fault fault, std::string& findings) {
        Tape tape(bytes);
        ArenaMemory memory;
        World world(memory, random_settings(tape));
        std::uint64_t last = 0;
        live(world, tape, fault, [&](const Outcome& outcome) {
          last = digest(world, outcome);
          findings = text_of(outcome.findings);
        });
        return last;
      };
      std::string findings;
      const std::uint64_t right = end_with(Fault::kNone, findings);
      RC_ASSERT(findings.empty());
      const std::uint64_t wrong = end_with(name.fault, findings);
      RC_ASSERT(findings.empty() == (right == wrong));
      RC_TAG(right != wrong);
    });
  }
}

}  // namespace
}  // namespace gcrucible::sim
