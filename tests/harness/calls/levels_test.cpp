// Profilers with every level of ICorProfilerCallback.
#include "harness/clr/callbacks/raise.h"
#include "harness/clr/clr.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Generation;

program::Program with_dependents() {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t key = build.object(node);
  build.root(key);
  build.handle(program::CreateHandle::Kind::kDependent, key, build.object(node));
  build.root(build.object(node, 0));
  build.collect(Generation::k0);
  build.collect(Generation::k2, program::Mode::kSweep);
  return build.program;
}

TEST_CASE("ICorProfilerCallback 2 and 3: only legacy calls and no dependent handles") {
  for (const int level : {2, 3}) {
    Witness witness(abi::COR_PRF_MONITOR_GC, 0, level);
    REQUIRE(!run(with_dependents(), witness).error);
    CHECK(witness.count(CallbackMethod::kMovedReferences) == 1);
    CHECK(witness.count(CallbackMethod::kSurvivingReferences) == 1);
    CHECK(witness.count(CallbackMethod::kMovedReferences2) == 0);
    CHECK(witness.count(CallbackMethod::kSurvivingReferences2) == 0);
    CHECK(witness.count(CallbackMethod::kRootReferences2) == 2);
    CHECK(witness.count(CallbackMethod::kConditionalWeakTableElementReferences) == 0);
  }
}

TEST_CASE("ICorProfilerCallback4: exact calls and no dependent handles") {
  Witness witness(abi::COR_PRF_MONITOR_GC, 0, 4);
  REQUIRE(!run(with_dependents(), witness).error);
  CHECK(witness.count(CallbackMethod::kMovedReferences2) == 1);
  CHECK(witness.count(CallbackMethod::kSurvivingReferences2) == 1);
  CHECK(witness.count(CallbackMethod::kConditionalWeakTableElementReferences) == 0);
}

TEST_CASE("ICorProfilerCallback5: dependent handles are reported") {
  Witness witness(abi::COR_PRF_MONITOR_GC, 0, 5);
  REQUIRE(!run(with_dependents(), witness).error);
  CHECK(witness.count(CallbackMethod::kConditionalWeakTableElementReferences) == 2);
}

TEST_CASE("callback_version: a runtime uses no newer callback interface") {
  program::Program program = with_dependents();
  program.runtime.callback_version = 3;
  Witness witness(abi::COR_PRF_MONITOR_GC, 0, 11);
  REQUIRE(run(program, witness).error.value_or("") == "");
  CHECK(witness.count(CallbackMethod::kMovedReferences2) == 0);
  CHECK(witness.count(CallbackMethod::kMovedReferences) == 1);
}

TEST_CASE("raise: a callback that is newer than the profiler is neither wanted nor made") {
  constexpr auto kMethod = CallbackMethod::kConditionalWeakTableElementReferences;
  Witness witness(abi::COR_PRF_MONITOR_GC, 0, 4);
  clr::Clr* clr = nullptr;
  bool wanted = true;
  abi::HRESULT raised = abi::S_OK;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kGarbageCollectionFinished) return abi::S_OK;
    wanted = clr->profiler()->wants(kMethod);
    raised = clr->profiler()->raise<kMethod>({}, 0u, nullptr, nullptr, nullptr);
    return abi::S_OK;
  };
  REQUIRE(!run_profiler(with_dependents(), witness, {}, [&](clr::Clr& made) { clr = &made; }).error);
  CHECK_FALSE(wanted);
  CHECK(raised == abi::E_NOINTERFACE);
}

}  // namespace
}  // namespace gcrucible::tests
