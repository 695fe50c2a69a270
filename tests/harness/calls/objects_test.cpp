// ObjectReferences, ObjectsAllocatedByClass, and objects as a profiler may inspect them during a collection.
#include <algorithm>
#include <map>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Generation;

TEST_CASE("ObjectReferences: each object is reported once with class and references") {
  Build build;
  const std::uint32_t node = build.node("Node", 3);
  const std::uint32_t leaf = build.node("Leaf", 0);
  const std::uint32_t array = build.array("Node[]", 0x12, 8);
  const std::uint32_t a = build.object(node);
  const std::uint32_t b = build.object(leaf);
  const std::uint32_t list = build.object(array, 4);
  build.root(list);
  build.store(list, 1, a);
  build.store(list, 3, a);
  build.store(a, 0, b);
  build.store(a, 2, a);
  build.object(leaf);  // dead
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  std::map<std::uint32_t, std::uint64_t> at;
  std::vector<std::uint64_t> classes;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kObjectReferences && at.empty()) {
      for (const std::uint32_t object : {a, b, list}) at[object] = witness.clr->engine().address_of(object);
      for (const auto& entry : witness.clr->classes().all()) classes.push_back(entry.id);
    }
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  const auto calls = witness.seen(CallbackMethod::kObjectReferences);
  REQUIRE(calls.size() == 3);
  const auto of = [&](std::uint32_t object) {
    const auto found = std::ranges::find(calls, at[object], &Seen::first);
    REQUIRE(found != calls.end());
    return *found;
  };
  CHECK(of(list).ids == std::vector<std::uint64_t>{at[a], at[a]});
  CHECK(of(list).second == classes[array]);
  CHECK(of(a).ids == std::vector<std::uint64_t>{at[b], at[a]});
  CHECK(of(b).ids.empty());
  CHECK(of(b).null_array);
  CHECK(!of(a).null_array);
}

TEST_CASE("ObjectReferences: order is frozen and generations 2 to 0 and LOH and POH") {
  Build build;
  const std::uint32_t node = build.node("Node", 0);
  const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
  const std::uint32_t old = build.object(node);
  build.root(old);
  build.collect(Generation::k2);
  build.collect(Generation::k2);
  const std::uint32_t middle = build.object(node);
  build.root(middle);
  build.collect(Generation::k0);
  const std::uint32_t large = build.object(bytes, 100'000);
  const std::uint32_t pinned = build.object(bytes, 8, Generation::kPinned);
  const std::uint32_t frozen = build.object(build.string(), 5, Generation::kFrozen);
  const std::uint32_t young = build.object(node);
  for (const std::uint32_t object : {large, pinned, young}) build.root(object);
  program::Collect stay = Build::collection(Generation::k0, program::Mode::kSweep);
  stay.promote = false;
  build.add(stay);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  std::vector<std::uint64_t> expected;
  int collections = 0;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kGarbageCollectionFinished && ++collections == 4) {
      for (const std::uint32_t object : {frozen, old, middle, young, large, pinned}) {
        expected.push_back(witness.clr->engine().address_of(object));
      }
    }
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  std::vector<std::uint64_t> reported;
  for (const Seen& call : witness.seen(CallbackMethod::kObjectReferences)) reported.push_back(call.first);
  REQUIRE(reported.size() >= 6);
  CHECK(std::vector(reported.end() - 6, reported.end()) == expected);
  // Frozen memory is in no range of survivors.
  for (const Seen& call : witness.seen(CallbackMethod::kSurvivingReferences2)) {
    CHECK(std::ranges::find(call.ids, expected.at(0)) == call.ids.end());
  }
}

TEST_CASE("ObjectReferences: dead objects of uncollected generations are reported") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t object = build.object(node);
  const std::uint32_t root = build.root(object);
  build.collect(Generation::k0);  // into generation 1
  build.add(program::RemoveRoot{root});
  build.collect(Generation::k0);
  build.collect(Generation::k1);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.count(CallbackMethod::kObjectReferences) == 2);
}

TEST_CASE("ObjectReferences: an error ends them only for this collection") {
  Build build;
  const std::uint32_t node = build.node();
  for (int i = 0; i < 5; ++i) build.root(build.object(node));
  build.collect(Generation::k0);
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  int calls = 0;
  witness.react = [&](const Seen& seen) {
    return seen.method == CallbackMethod::kObjectReferences && ++calls == 2 ? abi::E_FAIL : abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.count(CallbackMethod::kObjectReferences) == 2 + 5);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionFinished) == 2);
}

TEST_CASE("ObjectsAllocatedByClass: counts exactly the objects in generation 0") {
  Build build;
  const std::uint32_t node = build.node("Node");
  const std::uint32_t leaf = build.node("Leaf", 0);
  const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
  build.root(build.object(node));
  build.object(leaf);
  build.object(leaf);
  build.object(node);
  build.root(build.object(bytes, 100'000));  // LOH
  build.collect(Generation::k0);
  build.collect(Generation::k0);  // generation 0 is empty afterwards
  build.object(leaf);
  build.collect(Generation::k2);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  std::vector<std::uint64_t> classes;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kObjectsAllocatedByClass && classes.empty()) {
      for (const auto& entry : witness.clr->classes().all()) classes.push_back(entry.id);
    }
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  const auto calls = witness.seen(CallbackMethod::kObjectsAllocatedByClass);
  REQUIRE(calls.size() == 2);
  CHECK(calls[0].ids == std::vector<std::uint64_t>{classes[node], classes[leaf]});
  CHECK(calls[0].numbers == std::vector<std::uint64_t>{2, 2});
  CHECK(calls[1].ids == std::vector<std::uint64_t>{classes[leaf]});
  CHECK(calls[1].numbers == std::vector<std::uint64_t>{1});
}

TEST_CASE("GetObjectSize2: works at old addresses until Finished and then at new ones") {
  Build build;
  const std::uint32_t node = build.node();
  build.object(node);  // dead, so that the next one moves
  const std::uint32_t object = build.object(node);
  build.root(object);
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  std::uint64_t before = 0, reported = 0, after = 0;
  witness.react = [&](const Seen& seen) {
    const auto answers = [&](std::uint64_t id) {
      abi::ClassID class_id = 0;
      abi::SIZE_T size = 0;
      return witness.info->GetClassFromObject(id, &class_id) == abi::S_OK && class_id != 0 &&
             witness.info->GetObjectSize2(id, &size) == abi::S_OK && size == 32;
    };
    const std::uint64_t id = witness.clr->engine().address_of(object);
    if (seen.method == CallbackMethod::kGarbageCollectionStarted) {
      before = id;
      CHECK(answers(id));
    } else if (seen.method == CallbackMethod::kMovedReferences2) {
      reported = seen.to.at(0);
      CHECK(seen.ids.at(0) == before);
      CHECK(answers(before));
    } else if (seen.method == CallbackMethod::kGarbageCollectionFinished) {
      after = id;
      CHECK(answers(id));
      CHECK(!answers(before));
    }
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(before != 0);
  CHECK(before != after);
  CHECK(reported == after);
}

TEST_CASE("GetGenerationBounds: old layout until Finished and fails without a GC flag") {
  Build build;
  build.root(build.object(build.node()));
  build.collect(Generation::k0);
  build.add(program::Suspend{.reason = abi::COR_PRF_SUSPEND_OTHER});
  using Rows = std::vector<std::array<std::uint64_t, 4>>;
  const auto rows = [](Witness& witness) -> std::optional<Rows> {
    abi::ULONG count = 0;
    if (abi::failed(witness.info->GetGenerationBounds(0, &count, nullptr))) return std::nullopt;
    std::vector<abi::COR_PRF_GC_GENERATION_RANGE> ranges(count);
    CHECK(witness.info->GetGenerationBounds(count, &count, ranges.data()) == abi::S_OK);
    Rows result;
    for (const auto& each : ranges) {
      result.push_back({static_cast<std::uint64_t>(each.generation), each.rangeStart, each.rangeLength,
                        each.rangeLengthReserved});
    }
    return result;
  };
  const auto holds = [](const Rows& all, std::uint64_t generation, std::uint64_t address) {
    return std::ranges::any_of(all, [&](const auto& row) {
      return row[0] == generation && address >= row[1] && address < row[1] + row[2];
    });
  };
  Witness witness(abi::COR_PRF_MONITOR_GC);
  std::map<std::string, Rows> at;
  std::uint64_t before = 0, after = 0;
  witness.react = [&](const Seen& seen) {
    at[std::string(seen.name())] = rows(witness).value();
    if (seen.method == CallbackMethod::kGarbageCollectionStarted)
      before = witness.clr->engine().address_of(0);
    if (seen.method == CallbackMethod::kGarbageCollectionFinished)
      after = witness.clr->engine().address_of(0);
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(holds(at["GarbageCollectionStarted"], 0, before));
  CHECK(at["MovedReferences2"] == at["GarbageCollectionStarted"]);
  CHECK(at["RootReferences2"] == at["GarbageCollectionStarted"]);
  CHECK(at["ObjectReferences"] == at["GarbageCollectionStarted"]);
  CHECK(at["GarbageCollectionFinished"] != at["GarbageCollectionStarted"]);
  CHECK(holds(at["GarbageCollectionFinished"], 1, after));

  Witness blind(abi::COR_PRF_MONITOR_SUSPENDS);
  int asked = 0;
  blind.react = [&](const Seen&) {
    ++asked;
    CHECK(!rows(blind).has_value());
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, blind).error);
  CHECK(asked > 6);
}

TEST_CASE("GetGenerationBounds: a new range has a row at once under a GC flag only") {
  constexpr std::uint32_t kSuspends = abi::COR_PRF_MONITOR_SUSPENDS;
  struct Case {
    std::uint32_t low, high;  // from the end of the first collection on
    bool row;
  };
  for (const Case& each : {Case{abi::COR_PRF_MONITOR_GC | kSuspends, 0, true},
                           Case{kSuspends, abi::COR_PRF_HIGH_BASIC_GC, true}, Case{kSuspends, 0, false}}) {
    Build build;
    const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
    build.root(build.object(build.node()));
    build.collect(Generation::k0);
    const std::uint32_t large = build.object(bytes, 100'000);
    build.add(program::Suspend{.reason = abi::COR_PRF_SUSPEND_OTHER});
    Witness witness(abi::COR_PRF_MONITOR_GC | kSuspends);
    std::vector<abi::COR_PRF_GC_GENERATION_RANGE> rows;
    std::uint64_t at = 0;
    witness.react = [&](const Seen& seen) {
      if (seen.method == CallbackMethod::kGarbageCollectionFinished) {
        CHECK(witness.info->SetEventMask2(each.low, each.high) == abi::S_OK);
      }
      if (seen.method == CallbackMethod::kRuntimeSuspendStarted && seen.first == abi::COR_PRF_SUSPEND_OTHER) {
        rows.resize(64);
        abi::ULONG count = 0;
        CHECK(witness.info->GetGenerationBounds(64, &count, rows.data()) == abi::S_OK);
        rows.resize(count);
        at = witness.clr->engine().address_of(large);
      }
      return abi::S_OK;
    };
    REQUIRE(!run(build.program, witness).error);
    REQUIRE(at != 0);
    const bool found = std::ranges::any_of(rows, [&](const auto& row) {
      return row.generation == abi::COR_PRF_GC_LARGE_OBJECT_HEAP && at >= row.rangeStart &&
             at < row.rangeStart + row.rangeLengthReserved;
    });
    INFO("mask " << each.low << " / " << each.high);
    CHECK(found == each.row);
  }
}

}  // namespace
}  // namespace gcrucible::tests
