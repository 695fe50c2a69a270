// Methods that the simulated CLR does not implement: E_NOTIMPL, cleared out parameters, named and counted.
#include "tests/harness/clr/object_zoo.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

TEST_CASE("unanswered: unimplemented Info methods are counted in the trace summary") {
  Build build;
  build.object(build.node());
  Witness witness(COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED);
  bool asked = false;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kObjectAllocated) return S_OK;
    asked = true;
    NewestInfo& info = *witness.info;
    CHECK(info.SetILInstrumentedCodeMap(1, 0, 0, nullptr) == E_NOTIMPL);
    CHECK(info.SetILInstrumentedCodeMap(1, 1, 0, nullptr) == E_NOTIMPL);
    // Calls that every runtime refuses are refused and not counted.
    CHECK(info.SetILInstrumentedCodeMap(0, 0, 0, nullptr) == E_INVALIDARG);
    CHECK(info.RequestReJIT(0, nullptr, nullptr) == CORPROF_E_REJIT_NOT_ENABLED);
    Out<COR_PRF_STATIC_TYPE> place;
    CHECK(info.GetStaticFieldInfo(1, 1, &place) == E_NOTIMPL);
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
  CHECK((lines[0] + lines[1]).find("\"method\":\"SetILInstrumentedCodeMap\",\"calls\":2") !=
        std::string::npos);
  CHECK((lines[0] + lines[1]).find("\"method\":\"GetStaticFieldInfo\",\"calls\":1") != std::string::npos);
}

// The same answers as in .NET 10 in ModuleLoadFinished.
TEST_CASE("RequestReJIT: refused for an old profiler or mask or bad arguments") {
  ModuleID module[1] = {1};
  mdMethodDef method[1] = {0x06000001};
  HRESULT status[1] = {S_OK};
  const auto ask = [&](NewestInfo& info) {
    return std::vector<HRESULT>{info.RequestReJIT(0, nullptr, nullptr),
                                info.RequestReJIT(1, module, nullptr),
                                info.RequestReJIT(1, module, method),
                                info.RequestRevert(0, module, method, status),
                                info.RequestRevert(1, nullptr, method, status),
                                info.RequestRevert(1, module, method, nullptr),
                                info.RequestReJITWithInliners(0, 1, module, method),
                                info.RequestReJITWithInliners(2, 1, module, method),
                                info.RequestReJITWithInliners(1, 0, module, method),
                                info.RequestReJITWithInliners(9, 1, module, method)};
  };
  constexpr HRESULT kOld = CORPROF_E_CALLBACK4_REQUIRED, kOff = CORPROF_E_REJIT_NOT_ENABLED;
  constexpr HRESULT kBad = E_INVALIDARG, kOurs = S_OK;
  struct Row {
    std::uint32_t flag;
    int version;
    std::vector<HRESULT> answers;
  };
  const std::vector<Row> rows = {
      {0, 11, {kOff, kOff, kOff, kOff, kOff, kOff, kOff, kOff, kOff, kOff}},
      {COR_PRF_ENABLE_REJIT, 11, {kBad, kBad, kOurs, kBad, kBad, kOurs, kBad, kBad, kBad, kOurs}},
      {0, 3, {kOld, kOld, kOld, kOff, kOff, kOff, kOld, kOld, kOld, kOld}},
      {COR_PRF_ENABLE_REJIT, 3, {kOld, kOld, kOld, kBad, kBad, kOurs, kOld, kOld, kOld, kOld}}};
  for (const Row& row : rows) {
    INFO(row.flag << " " << row.version);
    Build build;
    build.object(build.node());
    Witness witness(COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED | row.flag, 0,
                    row.version);
    std::vector<HRESULT> answers;
    witness.react = [&](const Seen& seen) {
      if (seen.method == CallbackMethod::kObjectAllocated) answers = ask(*witness.info);
      return S_OK;
    };
    REQUIRE(!run(build.program, witness).error);
    CHECK(answers == row.answers);
  }
}

}  // namespace
}  // namespace gcrucible::tests
