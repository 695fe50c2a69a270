// How ranges are divided into calls, and what the profiler receives for each call.
#include <algorithm>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Generation;
using program::Mode;

// `ranges` plugs in generation 0: every second object is dead.
Build scattered(std::uint32_t ranges, const std::string& runtime = "net10") {
  Build build(runtime);
  const std::uint32_t node = build.node();
  for (std::uint32_t i = 0; i < ranges; ++i) {
    build.root(build.object(node));
    build.object(node);
  }
  return build;
}

std::vector<std::size_t> sizes(const std::vector<Seen>& calls) {
  std::vector<std::size_t> result;
  for (const Seen& each : calls) result.push_back(each.ids.size());
  return result;
}

using Sizes = std::vector<std::size_t>;

TEST_CASE("batches: net10 delivers ranges and roots in calls of 512") {
  Build build = scattered(1100);
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(sizes(witness.seen(CallbackMethod::kMovedReferences2)) == Sizes{512, 512, 76});
  CHECK(sizes(witness.seen(CallbackMethod::kMovedReferences)) == Sizes{512, 512, 76});
  CHECK(sizes(witness.seen(CallbackMethod::kRootReferences2)) == Sizes{512, 512, 76});
  CHECK(sizes(witness.seen(CallbackMethod::kRootReferences)) == Sizes{512, 512, 76});
}

TEST_CASE("batches: a batch limit of the collection is applied") {
  Build build = scattered(7);
  build.collect(Generation::k0, Mode::kSweep, {.batch_limit = 3});
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(sizes(witness.seen(CallbackMethod::kSurvivingReferences2)) == Sizes{3, 3, 1});
  CHECK(sizes(witness.seen(CallbackMethod::kRootReferences2)) == Sizes{3, 3, 1});
}

TEST_CASE("batches: a full batch is delivered at once and no empty call follows") {
  Build build = scattered(4);
  build.collect(Generation::k0, Mode::kCompact, {.batch_limit = 2});
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(sizes(witness.seen(CallbackMethod::kMovedReferences2)) == Sizes{2, 2});
}

TEST_CASE("batches: nothing survives -> no ranges are reported") {
  Build build;
  build.object(build.node());
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.order() == std::vector<std::string>{"GarbageCollectionStarted", "ObjectsAllocatedByClass",
                                                    "GarbageCollectionFinished"});
}

TEST_CASE("batches: splits are the sizes of the first calls and 0 is an empty call") {
  Build build = scattered(9);
  build.collect(Generation::k0, Mode::kCompact, {.splits = {0, 2, 0, 0, 3, 1}});
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(sizes(witness.seen(CallbackMethod::kMovedReferences2)) == Sizes{0, 2, 0, 0, 3, 1, 3});
  CHECK(sizes(witness.seen(CallbackMethod::kMovedReferences)) == Sizes{0, 2, 0, 0, 3, 1, 3});
}

TEST_CASE("batches: each exact call is followed by its legacy call with the same ranges") {
  for (const Mode mode : {Mode::kCompact, Mode::kSweep}) {
    Build build = scattered(5);
    build.collect(Generation::k0, mode, {.batch_limit = 2});
    Witness witness(abi::COR_PRF_MONITOR_GC);
    REQUIRE(!run(build.program, witness).error);
    const bool moved = mode == Mode::kCompact;
    const auto all = witness.seen();
    int pairs = 0;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      if (all[i].method !=
          (moved ? CallbackMethod::kMovedReferences2 : CallbackMethod::kSurvivingReferences2)) {
        continue;
      }
      ++pairs;
      CHECK(all[i + 1].method ==
            (moved ? CallbackMethod::kMovedReferences : CallbackMethod::kSurvivingReferences));
      CHECK(all[i + 1].ids == all[i].ids);
      CHECK(all[i + 1].to == all[i].to);
      CHECK(all[i + 1].numbers == all[i].numbers);
    }
    CHECK(pairs == 3);
  }
}

TEST_CASE("batches: a failing exact call suppresses only its own legacy call") {
  for (const Mode mode : {Mode::kCompact, Mode::kSweep}) {
    const CallbackMethod exact =
        mode == Mode::kCompact ? CallbackMethod::kMovedReferences2 : CallbackMethod::kSurvivingReferences2;
    const CallbackMethod legacy =
        mode == Mode::kCompact ? CallbackMethod::kMovedReferences : CallbackMethod::kSurvivingReferences;
    Build build = scattered(6);
    build.collect(Generation::k0, mode, {.batch_limit = 2});
    Witness witness(abi::COR_PRF_MONITOR_GC);
    int calls = 0;
    witness.react = [&](const Seen& seen) {
      if (seen.method != exact) return abi::S_OK;
      // S_FALSE is a success.
      return ++calls == 1 ? abi::S_FALSE : calls == 2 ? abi::E_FAIL : abi::S_OK;
    };
    REQUIRE(!run(build.program, witness).error);
    const auto exact_calls = witness.seen(exact);
    const auto legacy_calls = witness.seen(legacy);
    REQUIRE(exact_calls.size() == 3);
    REQUIRE(legacy_calls.size() == 2);
    CHECK(legacy_calls[0].ids == exact_calls[0].ids);
    CHECK(legacy_calls[1].ids == exact_calls[2].ids);
    // Everything else continues.
    CHECK(witness.count(CallbackMethod::kRootReferences) == 3);
    CHECK(witness.count(CallbackMethod::kGarbageCollectionFinished) == 1);
  }
}

TEST_CASE("batches: a failing legacy call has no effect") {
  Build build = scattered(4);
  build.collect(Generation::k0, Mode::kCompact, {.batch_limit = 2});
  Witness witness(abi::COR_PRF_MONITOR_GC);
  witness.react = [&](const Seen& seen) {
    return seen.method == CallbackMethod::kMovedReferences ? abi::E_FAIL : abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.count(CallbackMethod::kMovedReferences2) == 2);
  CHECK(witness.count(CallbackMethod::kMovedReferences) == 2);
}

TEST_CASE("batches: lengths above 32 bits are MAX_ULONG in the legacy call") {
  constexpr std::uint64_t kElements = 5'000'000'000 / 8;
  Build build;
  build.program.heap.backing = program::Backing::kAddressSpace;
  const std::uint32_t longs = build.array("System.Int64[]", 0x0A, 8);
  build.root(build.object(longs, kElements));
  build.object(longs, 100'000);                          // dead, between the two
  build.root(build.object(longs, 0xFFFF'FFFF / 8 - 3));  // 0xFFFFFFF8 bytes in total: still exact
  build.collect(Generation::k2);
  program::Collect compact = Build::collection(Generation::k2);
  compact.mode[3] = Mode::kCompact;
  build.add(compact);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  const RunResult result = run(build.program, witness);
  INFO(result.error.value_or(""));
  REQUIRE(!result.error);

  const auto exact = witness.seen(CallbackMethod::kSurvivingReferences2);
  const auto legacy = witness.seen(CallbackMethod::kSurvivingReferences);
  REQUIRE(exact.size() == 1);
  CHECK(exact[0].numbers == std::vector<std::uint64_t>{5'000'000'024, 0xFFFF'FFF8});
  REQUIRE(legacy.size() == 1);
  CHECK(legacy[0].numbers == std::vector<std::uint64_t>{0xFFFF'FFFF, 0xFFFF'FFF8});

  const auto moved = witness.seen(CallbackMethod::kMovedReferences);
  REQUIRE(moved.size() == 1);
  CHECK(moved[0].numbers == std::vector<std::uint64_t>{0xFFFF'FFFF, 0xFFFF'FFF8});
  CHECK(witness.seen(CallbackMethod::kMovedReferences2).at(0).numbers ==
        std::vector<std::uint64_t>{5'000'000'024, 0xFFFF'FFF8});
}

// Generation 1 compacts and generation 0 sweeps in the same collection.
Build two_families() {
  Build build;
  const std::uint32_t node = build.node();
  build.root(build.object(node));
  build.collect(Generation::k0);
  build.root(build.object(node));
  program::Collect collect = Build::collection(Generation::k1);
  collect.mode = {Mode::kSweep, Mode::kCompact, Mode::kPolicy, Mode::kPolicy, Mode::kPolicy, Mode::kPolicy};
  build.add(collect);
  return build;
}

TEST_CASE("family_per_batch: one moved range makes the whole batch moved") {
  Build build = two_families();
  build.program.runtime.family_per_batch = true;
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  const auto moved = witness.seen(CallbackMethod::kMovedReferences2);
  REQUIRE(moved.size() == 2);  // of both collections
  REQUIRE(moved[1].ids.size() == 2);
  CHECK(witness.count(CallbackMethod::kSurvivingReferences2) == 0);
  // It also contains the swept range, with equal starts.
  const bool first_unmoved = moved[1].ids[0] == moved[1].to[0];
  const bool second_unmoved = moved[1].ids[1] == moved[1].to[1];
  CHECK(first_unmoved != second_unmoved);
}

TEST_CASE("family_per_batch off: each generation is reported in its own family") {
  Build build = two_families();
  build.program.runtime.family_per_batch = false;
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.seen(CallbackMethod::kMovedReferences2).at(1).ids.size() == 1);
  CHECK(witness.seen(CallbackMethod::kSurvivingReferences2).at(0).ids.size() == 1);
}

TEST_CASE("ranges: a pinned object in a compacting generation has equal starts") {
  Build build;
  const std::uint32_t node = build.node();
  build.object(node);
  build.root({.object = build.object(node), .pinned = true});
  build.object(node);
  build.root(build.object(node));
  program::Collect collect = Build::collection(Generation::k0);
  collect.destination = program::Destination::kSlide;
  build.add(collect);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  const auto moved = witness.seen(CallbackMethod::kMovedReferences2);
  REQUIRE(moved.size() == 1);
  REQUIRE(moved[0].ids.size() == 2);
  CHECK(moved[0].to[0] == moved[0].ids[0]);
  CHECK(moved[0].to[1] != moved[0].ids[1]);
}

TEST_CASE("shuffle: the same ranges are reported in another order") {
  Build plain = scattered(40);
  plain.collect(Generation::k0);
  Build shuffled = scattered(40);
  shuffled.collect(Generation::k0, Mode::kCompact, {.batch_limit = 7, .shuffle = 12345});
  Witness first(abi::COR_PRF_MONITOR_GC);
  Witness second(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(plain.program, first).error);
  REQUIRE(!run(shuffled.program, second).error);
  const auto ranges = [](const Witness& witness) {
    std::vector<std::array<std::uint64_t, 3>> rows;
    for (const Seen& call : witness.seen(CallbackMethod::kMovedReferences2)) {
      for (std::size_t i = 0; i < call.ids.size(); ++i)
        rows.push_back({call.ids[i], call.to[i], call.numbers[i]});
    }
    return rows;
  };
  auto a = ranges(first);
  auto b = ranges(second);
  CHECK(a != b);
  std::ranges::sort(a);
  std::ranges::sort(b);
  CHECK(a == b);
  CHECK(sizes(second.seen(CallbackMethod::kMovedReferences2)) == Sizes{7, 7, 7, 7, 7, 5});
}

}  // namespace
}  // namespace gcrucible::tests
