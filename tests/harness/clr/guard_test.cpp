// Answers that the runtime gives before it checks arguments: by callback, by thread, by runtime. The table
// contains the answers of .NET 10 in each of these places.
#include <map>
#include <thread>

#include "harness/program/choices.h"
#include "harness/trace/read/spoiled.h"
#include "tests/harness/clr/object_zoo.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;
using enum CallbackMethod;

struct Answers {
  HRESULT inspection, triggering, walk, bounds, frozen, handle;
  friend bool operator==(const Answers&, const Answers&) = default;
};

// `object` is any live object.
Answers ask(NewestInfo& info, ObjectID object) {
  Answers answers{};
  ClassID class_id = 0;
  ULONG count = 0;
  BOOL frozen = 0;
  answers.inspection = info.GetClassFromObject(object, &class_id);
  answers.triggering = info.GetClassFromToken(0, 0, &class_id);
  answers.walk = info.EnumerateGCHeapObjects(nullptr, nullptr);
  answers.bounds = info.GetGenerationBounds(0, &count, nullptr);
  answers.frozen = info.IsFrozenObject(object, &frozen);
  ObjectHandleID handle = nullptr;
  answers.handle = info.CreateHandle(object, static_cast<COR_PRF_HANDLE_TYPE>(77), &handle);
  return answers;
}

constexpr HRESULT kSequence = CORPROF_E_UNSUPPORTED_CALL_SEQUENCE;

program::Program busy() {
  Build build;
  const std::uint32_t finalizable = build.node("Finalizable", 0, program::Finalizer::kNormal);
  const std::uint32_t object = build.object(build.node());
  build.root(object);
  build.object(finalizable);
  const std::uint32_t thread = build.thread("worker");
  build.add(program::StartThread{thread});
  build.add(program::EndThread{thread});
  build.add(program::FreeHandle{build.handle(program::CreateHandle::Kind::kStrong, object)});
  build.collect(program::Generation::k2);
  return build.program;
}

TEST_CASE("guard: each callback allows the Info methods that .NET 10 allows in it") {
  const HRESULT inspects = S_OK;
  struct Expected {
    bool cooperative, triggers;
  };
  const std::map<CallbackMethod, Expected> table{
      {kObjectAllocated, {true, true}},
      {kThreadCreated, {false, true}},
      {kThreadAssignedToOSThread, {true, false}},
      {kThreadNameChanged, {false, true}},
      {kThreadDestroyed, {false, true}},
      {kHandleCreated, {true, false}},
      {kHandleDestroyed, {true, false}},
      {kRuntimeSuspendStarted, {false, false}},
      {kRuntimeThreadSuspended, {false, false}},
      {kRuntimeSuspendFinished, {false, false}},
      {kGarbageCollectionStarted, {true, false}},
      {kObjectsAllocatedByClass, {true, false}},
      {kFinalizeableObjectQueued, {true, true}},
      {kMovedReferences2, {true, false}},
      {kMovedReferences, {true, false}},
      {kRootReferences2, {true, false}},
      {kRootReferences, {true, false}},
      {kObjectReferences, {true, false}},
      {kGarbageCollectionFinished, {true, false}},
      {kRuntimeResumeStarted, {true, true}},
      {kRuntimeThreadResumed, {true, false}},
      {kRuntimeResumeFinished, {false, true}},
      {kShutdown, {false, true}},
  };
  Witness witness(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_THREADS | COR_PRF_MONITOR_SUSPENDS |
                  COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED);
  std::map<CallbackMethod, int> asked;
  witness.react = [&](const Seen& seen) {
    if (witness.clr->engine().object_count() == 0) return S_OK;
    const auto row = table.find(seen.method);
    INFO(seen.name());
    REQUIRE(row != table.end());
    ++asked[seen.method];
    const Answers answers = ask(*witness.info, ObjectZoo::id(witness, 0));
    CHECK(answers == Answers{.inspection = row->second.cooperative ? inspects : kSequence,
                             // Not implemented, but guarded.
                             .triggering = row->second.triggers ? E_INVALIDARG : kSequence,
                             .walk = row->second.triggers ? E_INVALIDARG : kSequence,
                             .bounds = S_OK,
                             .frozen = S_OK,
                             .handle = E_INVALIDARG});
    return S_OK;
  };
  const RunResult result = run(busy(), witness);
  INFO(result.error.value_or(""));
  REQUIRE(!result.error);
  CHECK(asked.size() == table.size());
}

TEST_CASE("guard: profiler threads may inspect objects only during a collection") {
  Build build;
  const std::uint32_t node = build.node();
  build.root(build.object(node));
  build.collect(program::Generation::k0);
  for (int i = 0; i < 3; ++i) build.object(node);
  Witness witness(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED);
  const auto own = [&] {
    Answers answers{};
    const ObjectID object = ObjectZoo::id(witness, 0);
    std::thread([&] { answers = ask(*witness.info, object); }).join();
    return answers;
  };
  int outside = 0, inside = 0;
  witness.react = [&](const Seen& seen) {
    Answers expected{CORPROF_E_NOT_MANAGED_THREAD, E_INVALIDARG, E_INVALIDARG, S_OK, S_OK, E_INVALIDARG};
    if (seen.method == kObjectAllocated && seen.first != 0 && witness.count(kGarbageCollectionFinished) > 0) {
      ++outside;
      CHECK(own() == expected);
    }
    if (seen.method == kGarbageCollectionStarted || seen.method == kMovedReferences2) {
      ++inside;
      expected.inspection = S_OK;
      CHECK(own() == expected);
    }
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(outside == 3);
  CHECK(inside == 2);
}

TEST_CASE("guard: a profiler thread walks the heap only in its own suspension") {
  Build build;
  build.object(build.node());
  Witness witness(COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED);
  HRESULT plain = S_OK;
  witness.react = [&](const Seen& seen) {
    if (seen.method != kObjectAllocated) return S_OK;
    std::thread([&] {
      plain = witness.info->EnumerateGCHeapObjects([](ObjectID, void*) -> BOOL { return 1; }, nullptr);
    }).join();
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(plain == CORPROF_E_SUSPENSION_IN_PROGRESS);
}

TEST_CASE("guard: a failing method leaves or clears its outs as the runtime says") {
  for (const bool leaves : {true, false}) {
    ObjectZoo object_zoo;
    for (program::InfoRow& row : object_zoo.build.program.runtime.info) row.leaves_outs = leaves;
    object_zoo.visit([&](Witness& witness) {
      NewestInfo& info = *witness.info;
      Out<ClassID> class_id;
      Out<ULONG> count;
      Out<SIZE_T> size;
      Out<COR_PRF_GC_GENERATION_RANGE> range;
      CHECK(failed(info.GetClassFromObject(0, &class_id)));
      CHECK(failed(info.GetGenerationBounds(5, &count, nullptr)));
      CHECK(failed(info.GetObjectSize2(0, &size)));
      CHECK(failed(info.GetObjectGeneration(8, &range)));
      for (const bool written : {class_id.written(), count.written(), size.written(), range.written()}) {
        CHECK(written == !leaves);
      }
      if (!leaves) CHECK(count.value == 0);
    });
    CHECK(object_zoo.visited);
    // The trace contains null for unwritten values, whatever the profiler's memory contained.
    CHECK((object_zoo.trace.find(leaves ? "\"hr\":-2147024809,\"out\":[null,null]"
                                        : "\"hr\":-2147024809,\"out\":[0,null]") != std::string::npos));
  }
}

TEST_CASE("guard: a failing method spoils its outs if the runtime says so") {
  ObjectZoo object_zoo;
  for (program::InfoRow& row : object_zoo.build.program.runtime.info) row.spoils_outs = true;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    Out<ClassID> class_id;
    Out<ULONG> narrow;
    Out<SIZE_T> size;
    CHECK(failed(info.GetClassFromObject(0, &class_id)));
    CHECK(failed(info.GetObjectSize(0, &narrow)));
    CHECK(failed(info.GetObjectSize2(0, &size)));
    CHECK(class_id.value == trace::kSpoiled);
    CHECK(narrow.value == static_cast<ULONG>(trace::kSpoiled));
    CHECK(size.value == trace::kSpoiled);
    CHECK(trace::is_spoiled(narrow.value));
    DWORD low = 0;
    CHECK(succeeded(info.GetEventMask(&low)));
    CHECK_FALSE(trace::is_spoiled(low));
  });
  CHECK(object_zoo.visited);
  // The trace contains the value that the profiler has seen.
  CHECK(object_zoo.trace.find("0xfa11ed0ffa11ed0f") != std::string::npos);
}

TEST_CASE("guard: documented refuses hooks after Initialize and foreign threads") {
  Build build("documented");
  build.object(build.node());
  program::draw_choices(build.program);
  Witness witness(COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED);
  HRESULT own = E_FAIL, init_only = S_OK;
  witness.react = [&](const Seen& seen) {
    if (seen.method != kObjectAllocated) return S_OK;
    init_only = witness.info->SetEnterLeaveFunctionHooks(nullptr, nullptr, nullptr);
    ClassID class_id = 0;
    std::thread([&] { own = witness.info->GetClassFromObject(seen.first, &class_id); }).join();
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(own == CORPROF_E_NOT_MANAGED_THREAD);
  CHECK(init_only == CORPROF_E_CALL_ONLY_FROM_INIT);
}

}  // namespace
}  // namespace gcrucible::tests
