// Which word of the event mask enables which callback.
#include <algorithm>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using program::Generation;

// Causes every callback of the simulated CLR.
program::Program busy() {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t finalizable = build.node("Finalizable", 0, program::Finalizer::kNormal);
  const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
  const std::uint32_t key = build.object(node);
  build.root(key);
  const std::uint32_t handle = build.handle(program::CreateHandle::Kind::kDependent, key, build.object(node));
  build.root(build.object(bytes, 100'000));
  build.root(build.object(bytes, 10, Generation::kPinned));
  build.object(finalizable);
  const std::uint32_t thread = build.thread("worker");
  build.add(program::StartThread{thread});
  build.add(program::EndThread{thread});
  build.add(program::Suspend{.reason = abi::COR_PRF_SUSPEND_OTHER});
  build.collect(Generation::k2);
  build.add(program::FreeHandle{handle});
  return build.program;
}

std::vector<std::string> names_under(std::uint32_t low, std::uint32_t high) {
  Witness witness(low, high);
  REQUIRE(!run(busy(), witness).error);
  std::vector<std::string> names;
  for (const Seen& each : witness.seen()) names.emplace_back(each.name());
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

using Names = std::vector<std::string>;

TEST_CASE("mask: no flag -> only Shutdown is delivered") {
  CHECK(names_under(0, 0) == Names{"Shutdown"});
}

TEST_CASE("mask: MONITOR_GC -> the whole report and handles are delivered") {
  CHECK(names_under(abi::COR_PRF_MONITOR_GC, 0) ==
        Names{"ConditionalWeakTableElementReferences", "FinalizeableObjectQueued",
              "GarbageCollectionFinished", "GarbageCollectionStarted", "HandleCreated", "HandleDestroyed",
              "MovedReferences", "MovedReferences2", "ObjectReferences", "ObjectsAllocatedByClass",
              "RootReferences", "RootReferences2", "Shutdown", "SurvivingReferences",
              "SurvivingReferences2"});
}

TEST_CASE("mask: HIGH_BASIC_GC -> only Started and Finished are delivered") {
  CHECK(names_under(0, abi::COR_PRF_HIGH_BASIC_GC) ==
        Names{"GarbageCollectionFinished", "GarbageCollectionStarted", "Shutdown"});
}

TEST_CASE("mask: MONITOR_SUSPENDS -> only callbacks about suspensions are delivered") {
  CHECK(names_under(abi::COR_PRF_MONITOR_SUSPENDS, 0) ==
        Names{"RuntimeResumeFinished", "RuntimeResumeStarted", "RuntimeSuspendFinished",
              "RuntimeSuspendStarted", "RuntimeThreadResumed", "RuntimeThreadSuspended", "Shutdown"});
}

TEST_CASE("mask: MONITOR_THREADS -> only callbacks about threads are delivered") {
  CHECK(names_under(abi::COR_PRF_MONITOR_THREADS, 0) == Names{"Shutdown", "ThreadAssignedToOSThread",
                                                              "ThreadCreated", "ThreadDestroyed",
                                                              "ThreadNameChanged"});
}

TEST_CASE("mask: MOVED_OBJECTS alone delivers nothing unless the runtime says so") {
  CHECK(names_under(0, abi::COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS) == Names{"Shutdown"});

  program::Program program = busy();
  program.runtime.moved_objects_flag_alone = true;
  Witness witness(0, abi::COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS);
  REQUIRE(run(program, witness).error.value_or("") == "");
  CHECK(witness.order() == Names{"MovedReferences2", "MovedReferences"});
}

TEST_CASE("mask: ObjectsAllocatedByClass needs allocation flags if the runtime says so") {
  program::Program program = busy();
  program.runtime.allocated_by_class_needs_object_allocated = true;
  for (const bool allocated : {false, true}) {
    Witness witness(abi::COR_PRF_MONITOR_GC | (allocated ? abi::COR_PRF_MONITOR_OBJECT_ALLOCATED : 0u));
    REQUIRE(run(program, witness).error.value_or("") == "");
    CHECK(witness.count(abi::CallbackMethod::kObjectsAllocatedByClass) == (allocated ? 1 : 0));
  }
}

TEST_CASE("mask: a flag cleared during a collection stops the rest of its report") {
  Witness witness(abi::COR_PRF_MONITOR_GC);
  witness.react = [&](const Seen& seen) {
    if (seen.method == abi::CallbackMethod::kMovedReferences2)
      CHECK(witness.info->SetEventMask2(0, 0) == abi::S_OK);
    return abi::S_OK;
  };
  REQUIRE(!run(busy(), witness).error);
  // A batch is a unit: its legacy call is still delivered.
  CHECK(witness.count(abi::CallbackMethod::kMovedReferences) == 1);
  CHECK(witness.count(abi::CallbackMethod::kRootReferences2) == 0);
  CHECK(witness.count(abi::CallbackMethod::kGarbageCollectionFinished) == 0);
}

TEST_CASE("SetEventMask: immutable flags and a late MONITOR_GC are refused") {
  Witness witness(abi::COR_PRF_MONITOR_OBJECT_ALLOCATED | abi::COR_PRF_ENABLE_OBJECT_ALLOCATED,
                  abi::COR_PRF_HIGH_BASIC_GC | abi::COR_PRF_HIGH_DISABLE_TIERED_COMPILATION);
  Build build;
  build.object(build.node());
  bool asked = false;
  witness.react = [&](const Seen& seen) {
    if (seen.method != abi::CallbackMethod::kObjectAllocated) return abi::S_OK;
    asked = true;
    auto* info = witness.info;
    const std::uint32_t low = abi::COR_PRF_MONITOR_OBJECT_ALLOCATED | abi::COR_PRF_ENABLE_OBJECT_ALLOCATED;
    const std::uint32_t high = abi::COR_PRF_HIGH_BASIC_GC | abi::COR_PRF_HIGH_DISABLE_TIERED_COMPILATION;
    const auto mask_is = [&](std::uint32_t expected_low, std::uint32_t expected_high) {
      abi::DWORD is_low = 0, is_high = 0;
      CHECK(info->GetEventMask2(&is_low, &is_high) == abi::S_OK);
      return is_low == expected_low && is_high == expected_high;
    };
    // A call that fails changes nothing.
    CHECK(info->SetEventMask2(abi::COR_PRF_MONITOR_OBJECT_ALLOCATED, high) == abi::E_FAIL);
    CHECK(info->SetEventMask2(low, abi::COR_PRF_HIGH_BASIC_GC) == abi::E_FAIL);
    CHECK(info->SetEventMask2(low | abi::COR_PRF_ENABLE_FUNCTION_ARGS, high) == abi::E_FAIL);
    CHECK(mask_is(low, high));
    // Concurrent collections are enabled, because MONITOR_GC was not set in Initialize.
    CHECK(info->SetEventMask2(low | abi::COR_PRF_MONITOR_GC, high) ==
          abi::CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE);
    CHECK(mask_is(low, high));
    CHECK(info->SetEventMask2(low | abi::COR_PRF_MONITOR_THREADS, high) == abi::S_OK);
    CHECK(mask_is(low | abi::COR_PRF_MONITOR_THREADS, high));
    // This would clear the high word, which contains an immutable flag here.
    CHECK(info->SetEventMask(low) == abi::E_FAIL);
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(asked);
}

TEST_CASE("SetEventMask: MONITOR_GC set in Initialize may be cleared and set again") {
  Build build;
  build.collect(Generation::k0);
  build.collect(Generation::k0);
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC, abi::COR_PRF_HIGH_BASIC_GC);
  int finished = 0;
  witness.react = [&](const Seen& seen) {
    if (seen.method != abi::CallbackMethod::kGarbageCollectionFinished) return abi::S_OK;
    abi::DWORD low = 9, high = 9;
    if (++finished == 1) {
      CHECK(witness.info->SetEventMask2(0, abi::COR_PRF_HIGH_BASIC_GC) == abi::S_OK);
    } else {
      CHECK(witness.info->SetEventMask(abi::COR_PRF_MONITOR_GC) == abi::S_OK);
      CHECK(witness.info->GetEventMask2(&low, &high) == abi::S_OK);
      CHECK(low == abi::COR_PRF_MONITOR_GC);
      CHECK(high == 0);
    }
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(finished == 3);
}

}  // namespace
}  // namespace gcrucible::tests
