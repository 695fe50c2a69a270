// The order of a collection's callbacks, and the arguments of its start.
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Generation;
using program::Mode;
using program::ReportPart;

constexpr std::uint32_t kWhole = abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS;

// A collection of generation 2 that reports something in every part of its report.
Build everything(const std::string& runtime = "net10") {
  Build build(runtime);
  const std::uint32_t node = build.node();
  const std::uint32_t finalizable = build.node("Finalizable", 0, program::Finalizer::kNormal);
  const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
  const std::uint32_t key = build.object(node);
  build.root(key);
  const std::uint32_t value = build.object(node);
  build.handle(program::CreateHandle::Kind::kDependent, key, value);
  build.root(build.object(bytes, 100'000));
  build.root(build.object(bytes, 10, Generation::kPinned));
  build.object(finalizable);
  return build;
}

TEST_CASE("order: a full collection under net10 follows the source of the runtime") {
  Build build = everything();
  build.collect(Generation::k2);
  Witness witness(kWhole);
  const RunResult result = run(build.program, witness);
  REQUIRE(!result.error);
  CHECK(witness.order() == std::vector<std::string>{"HandleCreated",
                                                    "RuntimeSuspendStarted",
                                                    "RuntimeThreadSuspended",
                                                    "RuntimeSuspendFinished",
                                                    "GarbageCollectionStarted",
                                                    "ObjectsAllocatedByClass",
                                                    "FinalizeableObjectQueued",
                                                    "SurvivingReferences2",
                                                    "SurvivingReferences",
                                                    "SurvivingReferences2",
                                                    "SurvivingReferences",
                                                    "MovedReferences2",
                                                    "MovedReferences",
                                                    "RootReferences2",
                                                    "RootReferences",
                                                    "ConditionalWeakTableElementReferences",
                                                    "ObjectReferences",
                                                    "GarbageCollectionFinished",
                                                    "RuntimeResumeStarted",
                                                    "RuntimeThreadResumed",
                                                    "RuntimeResumeFinished"});
  // LOH before POH before the small object heap. Each walk has its own calls.
  const auto surviving = witness.seen(CallbackMethod::kSurvivingReferences2);
  REQUIRE(surviving.size() == 2);
  CHECK(surviving[0].numbers == std::vector<std::uint64_t>{100'024});
  CHECK(surviving[1].numbers == std::vector<std::uint64_t>{40});
}

TEST_CASE("GarbageCollectionStarted: has the condemned generations and the reason") {
  Build build;
  build.root(build.object(build.node()));
  build.collect(Generation::k0);
  build.collect(Generation::k1);
  program::Collect other = Build::collection(Generation::k2);
  other.induced = false;
  build.add(other);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  const auto started = witness.seen(CallbackMethod::kGarbageCollectionStarted);
  REQUIRE(started.size() == 3);
  CHECK(started[0].numbers == std::vector<std::uint64_t>{1, 0, 0, 0, 0});
  CHECK(started[1].numbers == std::vector<std::uint64_t>{1, 1, 0, 0, 0});
  CHECK(started[2].numbers == std::vector<std::uint64_t>{1, 1, 1, 1, 1});
  CHECK(started[0].first == abi::COR_PRF_GC_INDUCED);
  CHECK(started[2].first == abi::COR_PRF_GC_OTHER);
}

TEST_CASE("GarbageCollectionStarted: four generations without a pinned object heap") {
  Build build;
  build.program.runtime.generations = 4;
  build.collect(Generation::k2);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.seen(CallbackMethod::kGarbageCollectionStarted).at(0).numbers ==
        std::vector<std::uint64_t>{1, 1, 1, 1});
}

TEST_CASE("order: parts are reported in the given order inside the bracket") {
  Build build = everything();
  program::Reporting reporting;
  for (int part = static_cast<int>(ReportPart::kObjectReferences); part >= 0; --part) {
    reporting.order.push_back(static_cast<ReportPart>(part));
  }
  build.collect(Generation::k2, Mode::kCompact, reporting);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.order() ==
        std::vector<std::string>{"HandleCreated", "GarbageCollectionStarted", "ObjectReferences",
                                 "ConditionalWeakTableElementReferences", "RootReferences2", "RootReferences",
                                 "MovedReferences2", "MovedReferences", "SurvivingReferences2",
                                 "SurvivingReferences", "SurvivingReferences2", "SurvivingReferences",
                                 "FinalizeableObjectQueued", "ObjectsAllocatedByClass",
                                 "GarbageCollectionFinished"});
}

TEST_CASE("order: another order of parts reports the same content") {
  Build natural = everything();
  natural.collect(Generation::k2);
  Build other = everything();
  program::Reporting reporting;
  reporting.order = {ReportPart::kRoots,
                     ReportPart::kPinnedObjectRanges,
                     ReportPart::kObjectReferences,
                     ReportPart::kSmallObjectRanges,
                     ReportPart::kDependentHandles,
                     ReportPart::kFinalizeableObjectQueued,
                     ReportPart::kLargeObjectRanges,
                     ReportPart::kObjectsAllocatedByClass};
  other.collect(Generation::k2, Mode::kCompact, reporting);
  Witness first(abi::COR_PRF_MONITOR_GC);
  Witness second(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(natural.program, first).error);
  REQUIRE(!run(other.program, second).error);
  for (const CallbackMethod method : {CallbackMethod::kMovedReferences2, CallbackMethod::kSurvivingReferences,
                                      CallbackMethod::kRootReferences2, CallbackMethod::kObjectReferences,
                                      CallbackMethod::kConditionalWeakTableElementReferences}) {
    const auto a = first.seen(method);
    const auto b = second.seen(method);
    INFO(abi::name_of(method));
    REQUIRE(!a.empty());
    // The two SurvivingReferences calls have the opposite order.
    std::vector<std::uint64_t> ids, others;
    for (const Seen& each : a) ids.insert(ids.end(), each.ids.begin(), each.ids.end());
    for (const Seen& each : b) others.insert(others.end(), each.ids.begin(), each.ids.end());
    std::ranges::sort(ids);
    std::ranges::sort(others);
    CHECK(ids == others);
  }
}

TEST_CASE("order: a compacting LOH is reported with the small heap one range per object") {
  Build build;
  const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
  build.root(build.object(bytes, 100'000));
  build.object(bytes, 100'000);
  build.root(build.object(bytes, 100'000));
  program::Collect collect = Build::collection(Generation::k2);
  collect.mode[3] = Mode::kCompact;
  build.add(collect);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.count(CallbackMethod::kSurvivingReferences2) == 0);
  const auto moved = witness.seen(CallbackMethod::kMovedReferences2);
  REQUIRE(moved.size() == 1);
  CHECK(moved[0].numbers == std::vector<std::uint64_t>{100'024, 100'024});
}

TEST_CASE("ranges: generations that are not condemned are not reported") {
  Build build;
  build.root(build.object(build.node()));
  build.collect(Generation::k2);  // into generation 1
  build.collect(Generation::k2);  // into generation 2
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == 3);
  CHECK(witness.count(CallbackMethod::kMovedReferences2) == 2);
  // Its objects are walked anyway.
  CHECK(witness.count(CallbackMethod::kObjectReferences) == 3);
}

}  // namespace
}  // namespace gcrucible::tests
