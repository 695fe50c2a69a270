// Methods that the simulated CLR does not answer: E_NOTIMPL, out parameters cleared, named and counted.
#include "tests/harness/clr/museum.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

TEST_CASE("unanswered methods are counted in the summary, those that no runtime answers are not") {
  Build build;
  build.object(build.node());
  Witness witness(COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED);
  bool asked = false;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kObjectAllocated) return S_OK;
    asked = true;
    ICorProfilerInfo15& info = *witness.info;
    Out<ULONG32> codes;
    CHECK(info.GetCodeInfo2(1, 0, &codes, nullptr) == E_NOTIMPL);
    CHECK(info.GetCodeInfo2(1, 0, nullptr, nullptr) == E_NOTIMPL);
    // What every runtime refuses is refused, and not counted.
    CHECK(info.GetCodeInfo2(0, 0, nullptr, nullptr) == E_INVALIDARG);
    CHECK(info.RequestReJIT(0, nullptr, nullptr) == CORPROF_E_REJIT_NOT_ENABLED);
    Out<LPCBYTE> start;
    Out<ULONG> length;
    CHECK(info.GetCodeInfo(1, &start, &length) == E_NOTIMPL);
    Out<IUnknown*> unknown;
    CHECK(info.GetInprocInspectionInterface(&unknown) == E_NOTIMPL);
    CHECK(info.SetFunctionReJIT(1) == E_NOTIMPL);
    CHECK(info.SetEnterLeaveFunctionHooks3(nullptr, nullptr, nullptr) == CORPROF_E_CALL_ONLY_FROM_INIT);
    return S_OK;
  };
  const RunResult result = run(build.program, witness);
  REQUIRE(!result.error);
  CHECK(asked);
  const auto lines = result.lines("\"model\":\"unimplemented\"");
  REQUIRE(lines.size() == 2);
  CHECK((lines[0] + lines[1]).find("\"method\":\"GetCodeInfo2\",\"calls\":2") != std::string::npos);
  CHECK((lines[0] + lines[1]).find("\"method\":\"GetCodeInfo\",\"calls\":1") != std::string::npos);
}

}  // namespace
}  // namespace gcrucible::tests
