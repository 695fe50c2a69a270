// Generation bounds, the non-GC heap, and walks over all objects.
#include <algorithm>
#include <set>

#include "tests/harness/clr/object_zoo.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

TEST_CASE("GetGenerationBounds: rows in the order of the runtime and as many as fit") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    Out<ULONG> count;
    REQUIRE(info.GetGenerationBounds(0, &count, nullptr) == S_OK);
    std::vector<COR_PRF_GC_GENERATION_RANGE> all(count.value);
    CHECK(info.GetGenerationBounds(count.value, &count, all.data()) == S_OK);
    REQUIRE(count.value == all.size());
    for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i - 1].generation >= all[i].generation);
    const auto row_of = [&](std::uint32_t object) {
      const ObjectID id = ObjectZoo::id(witness, object);
      return std::ranges::find_if(all, [&](const COR_PRF_GC_GENERATION_RANGE& range) {
        return id >= range.rangeStart && id < range.rangeStart + range.rangeLength;
      });
    };
    REQUIRE(row_of(object_zoo.large) != all.end());
    CHECK(row_of(object_zoo.large)->generation == COR_PRF_GC_LARGE_OBJECT_HEAP);
    CHECK(row_of(object_zoo.frozen) == all.end());

    COR_PRF_GC_GENERATION_RANGE one[2] = {};
    CHECK(info.GetGenerationBounds(1, &count, one) == S_OK);
    CHECK(count.value == all.size());
    CHECK(one[0].rangeStart == all[0].rangeStart);
    CHECK(one[1].rangeStart == 0);
    CHECK(info.GetGenerationBounds(1, nullptr, one) == S_OK);
    Out<ULONG> none;
    CHECK(info.GetGenerationBounds(1, &none, nullptr) == E_INVALIDARG);
    CHECK(!none.written());
  });
  CHECK(object_zoo.visited);
}

TEST_CASE("GetNonGCHeapBounds and EnumerateNonGCObjects: return bounds and objects") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    const ObjectID frozen = ObjectZoo::id(witness, object_zoo.frozen);
    Out<ULONG> count;
    COR_PRF_NONGC_HEAP_RANGE ranges[2] = {};
    CHECK(info.GetNonGCHeapBounds(2, &count, ranges) == S_OK);
    CHECK(count.value == 1);
    CHECK(ranges[0].rangeStart <= frozen);
    CHECK(frozen < ranges[0].rangeStart + ranges[0].rangeLength);
    CHECK(info.GetNonGCHeapBounds(2, nullptr, ranges) == S_OK);
    CHECK(info.GetNonGCHeapBounds(0, nullptr, nullptr) == S_OK);
    Out<ULONG> none;
    CHECK(info.GetNonGCHeapBounds(2, &none, nullptr) == E_INVALIDARG);
    CHECK(!none.written());

    ICorProfilerObjectEnum* objects = nullptr;
    REQUIRE(info.EnumerateNonGCObjects(&objects) == S_OK);
    ObjectID id = 0;
    CHECK(objects->Next(1, &id, nullptr) == S_OK);
    CHECK(id == frozen);
    CHECK(objects->Release() == 0);
    CHECK(info.EnumerateNonGCObjects(nullptr) == E_INVALIDARG);

    ICorProfilerObjectEnum* module_objects = nullptr;
    CHECK(info.EnumModuleFrozenObjects(0, &module_objects) == CORPROF_E_DATAINCOMPLETE);
    CHECK(info.EnumModuleFrozenObjects(witness.clr->module_id(), nullptr) == E_INVALIDARG);
    REQUIRE(info.EnumModuleFrozenObjects(witness.clr->module_id(), &module_objects) == S_OK);
    CHECK(objects != nullptr);
    ULONG module_count = 9;
    CHECK(module_objects->GetCount(&module_count) == S_OK);
    CHECK(module_count == 0);
    module_objects->Release();
  });
  CHECK(object_zoo.visited);
}

TEST_CASE("EnumerateGCHeapObjects: suspends and allows inspection and can be stopped") {
  ObjectZoo object_zoo;
  object_zoo.build.object(object_zoo.object_type);
  Witness witness(COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED |
                  COR_PRF_MONITOR_SUSPENDS);
  struct Walk {
    Witness* witness;
    std::set<ObjectID> objects;
    bool all_have_classes = true;
    std::size_t most = 1000;
  };
  const auto visit = [](ObjectID object, void* data) -> BOOL {
    auto* walk = static_cast<Walk*>(data);
    walk->objects.insert(object);
    ClassID class_id = 0;
    walk->all_have_classes &=
        walk->witness->info->GetClassFromObject(object, &class_id) == S_OK && class_id != 0;
    return walk->objects.size() < walk->most ? 1 : 0;
  };
  std::size_t allocated = 0;
  bool asked = false;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kRuntimeSuspendStarted) {
      CHECK(seen.first == COR_PRF_SUSPEND_FOR_PROFILER);
      // No collection may be triggered here.
      CHECK(witness.info->EnumerateGCHeapObjects(visit, nullptr) == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
    }
    if (seen.method != CallbackMethod::kObjectAllocated || ++allocated != 11) return S_OK;
    asked = true;
    Walk walk{.witness = &witness};
    CHECK(witness.info->EnumerateGCHeapObjects(visit, &walk) == S_OK);
    CHECK(walk.objects.size() == 11);
    CHECK(walk.objects.contains(ObjectZoo::id(witness, object_zoo.frozen)));
    CHECK(walk.all_have_classes);
    Walk one{.witness = &witness, .most = 1};
    CHECK(witness.info->EnumerateGCHeapObjects(visit, &one) == S_OK);
    CHECK(one.objects.size() == 1);
    CHECK(witness.info->EnumerateGCHeapObjects(nullptr, nullptr) == E_INVALIDARG);
    // During the profiler's own suspension, no second one is possible.
    CHECK(witness.info->SuspendRuntime() == S_OK);
    Walk again{.witness = &witness};
    CHECK(witness.info->EnumerateGCHeapObjects(visit, &again) == S_OK);
    CHECK(again.objects == walk.objects);
    CHECK(witness.info->ResumeRuntime() == S_OK);
    return S_OK;
  };
  REQUIRE(!run(object_zoo.build.program, witness).error);
  CHECK(asked);
  CHECK(witness.count(CallbackMethod::kRuntimeSuspendStarted) == 3);
  CHECK(witness.count(CallbackMethod::kRuntimeResumeFinished) == 3);
}

TEST_CASE("GetLOHObjectSizeThreshold: returns the limit of the runtime") {
  for (const bool at : {true, false}) {
    ObjectZoo object_zoo;
    object_zoo.build.program.runtime.large_at_threshold = at;
    object_zoo.visit([&](Witness& witness) {
      Out<DWORD> threshold;
      CHECK(witness.info->GetLOHObjectSizeThreshold(&threshold) == S_OK);
      CHECK(threshold.value == 85'000);
      CHECK(witness.info->GetLOHObjectSizeThreshold(nullptr) == E_INVALIDARG);
    });
    CHECK(object_zoo.visited);
  }
}

TEST_CASE("LOH: an object of exactly the threshold is large if the runtime says so") {
  for (const bool at : {true, false}) {
    Build build;
    build.program.runtime.large_at_threshold = at;
    const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
    build.root(build.object(bytes, 85'000 - 24));
    build.root(build.object(bytes, 85'000 - 24 + 1));
    build.root(build.object(bytes, 85'000 - 24 - 1));
    build.collect(program::Generation::k0);
    Witness witness(COR_PRF_MONITOR_GC);
    std::vector<bool> large;
    witness.react = [&](const Seen& seen) {
      for (std::uint32_t i = 0; seen.method == CallbackMethod::kGarbageCollectionFinished && i < 3; ++i) {
        COR_PRF_GC_GENERATION_RANGE range{};
        CHECK(witness.info->GetObjectGeneration(ObjectZoo::id(witness, i), &range) == S_OK);
        large.push_back(range.generation == COR_PRF_GC_LARGE_OBJECT_HEAP);
      }
      return S_OK;
    };
    REQUIRE(!run(build.program, witness).error);
    CHECK(large == std::vector<bool>{at, true, false});
  }
}

}  // namespace
}  // namespace gcrucible::tests
