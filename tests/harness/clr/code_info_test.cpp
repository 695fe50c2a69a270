// Bodies of methods, requests to recompile, and hooks: answers, callbacks and stored data as in .NET 10.
#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "harness/abi/callback_base.h"
#include "harness/clr/code/code_store.h"
#include "harness/platform/memory/address_space.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/harness/clr/object_zoo.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

// Runs the test's code in the first ObjectAllocated. Records the resulting callbacks.
class Agent final : public CallbackBase {
 public:
  explicit Agent(DWORD mask) : CallbackBase(), mask_(mask) {}

  std::function<void(Agent&)> first_object;
  std::vector<std::string> noted;
  HRESULT parameters = S_OK;
  ICorProfilerInfo10* info = nullptr;
  FunctionID function = 0;
  ModuleID module = 0;
  mdToken token = 0;

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    REQUIRE(runtime->QueryInterface(ICorProfilerInfo10::iid, &found) == S_OK);
    info = static_cast<ICorProfilerInfo10*>(found);
    return info->SetEventMask(mask_);
  }
  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    info->Release();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL JITCompilationStarted(FunctionID id, BOOL) override {
    function = id;
    ClassID type = 0;
    CHECK(info->GetFunctionInfo(id, &type, &module, &token) == S_OK);
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID, ClassID) override {
    if (first_object) std::exchange(first_object, nullptr)(*this);
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL GetReJITParameters(ModuleID, mdMethodDef,
                                               ICorProfilerFunctionControl* control) override {
    noted.push_back("parameters");
    static constexpr BYTE kBody[] = {(1 << 2) | 2, 0x2A};
    CHECK(control->SetILFunctionBody(0, kBody) == E_INVALIDARG);
    CHECK(control->SetILFunctionBody(2, nullptr) == E_INVALIDARG);
    CHECK(control->SetILFunctionBody(2, kBody) == S_OK);
    CHECK(control->SetCodegenFlags(1) == S_OK);
    return parameters;
  }
  HRESULT GCRUCIBLE_STDCALL ReJITCompilationStarted(FunctionID, ReJITID id, BOOL) override {
    noted.push_back("started " + std::to_string(id));
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ReJITCompilationFinished(FunctionID, ReJITID id, HRESULT, BOOL) override {
    noted.push_back("finished " + std::to_string(id) + " of " + ids());
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ReJITError(ModuleID, mdMethodDef, FunctionID id, HRESULT hr) override {
    noted.push_back((id == 0 ? "no function " : "error ") + std::to_string(static_cast<std::uint32_t>(hr)));
    return S_OK;
  }

  std::string ids() {
    ReJITID all[8] = {};
    ULONG count = 0;
    CHECK(info->GetReJITIDs(function, 8, &count, all) == S_OK);
    std::string text;
    for (ULONG i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + std::to_string(all[i]);
    return text;
  }

 private:
  DWORD mask_;
};

constexpr DWORD kMask = COR_PRF_ENABLE_REJIT | COR_PRF_MONITOR_JIT_COMPILATION |
                        COR_PRF_ENABLE_OBJECT_ALLOCATED | COR_PRF_MONITOR_OBJECT_ALLOCATED;

// A function is compiled, then an object is created in whose callback the agent acts, then one more.
RunResult act(Agent& agent) {
  Build build;
  const std::uint32_t work = build.function("Work");
  build.program.steps.push_back(
      {.action = program::Compile{.function = work, .thread = 0, .safe_to_block = {}}});
  build.object(build.node());
  build.object(build.node());
  const RunResult result = run_profiler(build.program, agent);
  CHECK(!result.error);
  return result;
}

}  // namespace

TEST_CASE("GetILFunctionBody: returns the method body or the one that was set") {
  Agent agent(kMask);
  agent.first_object = [](Agent& self) {
    LPCBYTE body = nullptr;
    ULONG size = 0;
    CHECK(self.info->GetILFunctionBody(self.module, self.token, &body, &size) == S_OK);
    CHECK(size == 2);
    CHECK(body[1] == 0x2A);
    CHECK(self.info->GetILFunctionBody(self.module, 0x06FFFFFF, &body, &size) ==
          static_cast<HRESULT>(0x80131124));
    IMethodMalloc* memory = nullptr;
    CHECK(self.info->GetILFunctionBodyAllocator(self.module, &memory) == S_OK);
    CHECK(memory->Release() == 1);
    CHECK(memory->Alloc(0) == nullptr);
    // A fat body: twelve bytes of header, two of code.
    auto* const fat = static_cast<BYTE*>(memory->Alloc(16));
    const BYTE bytes[] = {0x03, 0x30, 8, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x2A};
    std::copy(std::begin(bytes), std::end(bytes), fat);
    CHECK(self.info->SetILFunctionBody(self.module, self.token, fat) == S_OK);
    CHECK(self.info->GetILFunctionBody(self.module, self.token, &body, &size) == S_OK);
    CHECK(body == fat);
    CHECK(size == 14);
  };
  const RunResult result = act(agent);
  CHECK(result.lines("\"model\":\"body\"").size() == 1);
  const auto stored = result.lines("\"model\":\"stored\"");
  REQUIRE(stored.size() == 1);
  CHECK(stored[0].find("SetILFunctionBody") != std::string::npos);
}

// Sizes are those that .NET 10 answered, where it could read.
TEST_CASE("SetILFunctionBody: a body with a bad header is kept and marked unreadable") {
  auto pages = platform::AddressSpace::reserve_anywhere(std::uint64_t{1} << 20);
  REQUIRE(pages);
  const std::uint64_t page = pages->page_size();
  REQUIRE(pages->make_accessible(pages->actual_base(), page));
  auto* const first = reinterpret_cast<BYTE*>(pages->actual_base());
  // The bytes end where memory does.
  const auto at_end = [&](const std::vector<BYTE>& bytes) {
    std::fill(first, first + page, BYTE{0});
    BYTE* const at = first + page - bytes.size();
    std::copy(bytes.begin(), bytes.end(), at);
    return at;
  };
  struct Given {
    std::vector<BYTE> bytes;
    bool readable;
    ULONG size;
  };
  const std::vector<Given> all = {
      {{0x06, 0x2A}, true, 2},
      {{0x0A}, false, 3},                           // tiny, two bytes of code after the end
      {{0x03}, false, 0},                           // fat, and no second byte of flags
      {{0x03, 0x30, 8, 0, 5, 0, 0}, false, 0},      // its size is cut
      {{0x03, 0x30, 8, 0, 5, 0, 0, 0}, false, 17},  // no code at all
      {{0x03, 0x30, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x2A}, true, 13},
      {{0x03, 0x30, 8, 0, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0, 0x2A}, false, 0x8000000B},
      {{0x0B, 0x30, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x2A}, false, 16},  // its sections are not there
      {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, false, 60},
  };
  for (const Given& each : all) {
    INFO(each.bytes.size() << ' ' << each.size);
    const clr::BodyExtent extent = clr::extent_of_body(at_end(each.bytes));
    CHECK(extent.readable == each.readable);
    CHECK(extent.size == each.size);
  }
  CHECK(clr::extent_of_body(reinterpret_cast<const BYTE*>(0x1000)).size == 0);
  // Sections that lead back to themselves: each is as long as all numbers of 32 bits together.
  std::fill(first, first + page, BYTE{0xFF});
  const BYTE circle[] = {0x0B, 0x30, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0};
  std::copy(std::begin(circle), std::end(circle), first);
  CHECK(clr::extent_of_body(first).size == 12);

  Agent agent(kMask);
  agent.first_object = [&](Agent& self) {
    BYTE* const body = at_end({0x03, 0x30, 8, 0, 5, 0, 0, 0});
    CHECK(self.info->SetILFunctionBody(self.module, self.token, body) == S_OK);
    LPCBYTE back = nullptr;
    ULONG size = 0;
    CHECK(self.info->GetILFunctionBody(self.module, self.token, &back, &size) == S_OK);
    CHECK(back == body);
    CHECK(size == 17);
    for (const mdToken table : {0x02000000, 0x04000000, 0x0A000000}) {
      CHECK(self.info->SetILFunctionBody(self.module, table | 1, body) == E_INVALIDARG);
      CHECK(self.info->GetILFunctionBody(self.module, table | 1, &back, &size) == E_INVALIDARG);
    }
    CHECK(self.info->SetILFunctionBody(self.module, self.token, reinterpret_cast<LPCBYTE>(0x1000)) == S_OK);
    CHECK(self.info->GetILFunctionBody(self.module, self.token, &back, nullptr) == S_OK);
  };
  const RunResult result = act(agent);
  const auto bodies = result.lines("\"model\":\"body\"");
  REQUIRE(bodies.size() == 2);
  CHECK(bodies[0].find("\"bytes\":17,\"readable\":false,\"code\":\"0330080005000000\"") != std::string::npos);
  CHECK(bodies[1].find("\"bytes\":0,\"readable\":false,\"code\":\"\"") != std::string::npos);
}

TEST_CASE("RequestReJIT: a token of another table is reported in ReJITError") {
  Agent agent(kMask);
  agent.first_object = [](Agent& self) {
    mdMethodDef method = 0x04000000 | (self.token & 0x00FFFFFF);
    HRESULT status = E_FAIL;
    CHECK(self.info->RequestReJIT(1, &self.module, &method) == S_OK);
    CHECK(self.info->RequestRevert(1, &self.module, &method, &status) == S_OK);
    CHECK(status == S_OK);
  };
  act(agent);
  CHECK(agent.noted == std::vector<std::string>{"no function 2147942487", "no function 2147942487"});
}

TEST_CASE("RequestReJIT: recompiles at the next call with GetReJITParameters") {
  Agent agent(kMask);
  agent.first_object = [](Agent& self) {
    mdMethodDef method = self.token;
    CHECK(self.ids() == "0");
    CHECK(self.info->RequestReJIT(1, &self.module, &method) == S_OK);
    // An earlier request is still pending.
    CHECK(self.info->RequestReJIT(1, &self.module, &method) == S_OK);
    CHECK(self.noted.empty());
  };
  act(agent);
  CHECK(agent.noted == std::vector<std::string>{"parameters", "started 2", "finished 2 of 0,2"});
}

TEST_CASE("RequestReJIT: a failing GetReJITParameters is reported and recompiles anyway") {
  Agent agent(kMask);
  agent.parameters = E_FAIL;
  agent.first_object = [](Agent& self) {
    mdMethodDef methods[] = {self.token, 0x06FFFFFF};
    ModuleID modules[] = {self.module, self.module};
    CHECK(self.info->RequestReJIT(2, modules, methods) == S_OK);
    CHECK(self.noted == std::vector<std::string>{"no function 2147942487"});
  };
  act(agent);
  CHECK(agent.noted == std::vector<std::string>{"no function 2147942487", "parameters", "error 2147500037",
                                                "started 2", "finished 2 of 0,2"});
}

TEST_CASE("RequestRevert: a request reverted in time does not recompile") {
  Agent agent(kMask);
  agent.first_object = [](Agent& self) {
    mdMethodDef method = self.token;
    HRESULT status = E_FAIL;
    CHECK(self.info->RequestReJIT(1, &self.module, &method) == S_OK);
    CHECK(self.info->RequestRevert(1, &self.module, &method, &status) == S_OK);
    CHECK(status == S_OK);
  };
  act(agent);
  CHECK(agent.noted.empty());
}

TEST_CASE("hooks and mappers: accepted in Initialize if they match the flags") {
  Build build;
  build.object(build.node());
  Witness witness(COR_PRF_MONITOR_ENTERLEAVE);
  witness.initializing = [&] {
    NewestInfo& info = *witness.info;
    auto* const hook = reinterpret_cast<FunctionEnter3*>(&witness);
    CHECK(info.SetEnterLeaveFunctionHooks2(reinterpret_cast<FunctionEnter2*>(&witness), nullptr, nullptr) ==
          S_OK);
    CHECK(info.SetEnterLeaveFunctionHooks3(nullptr, nullptr, nullptr) == E_INVALIDARG);
    CHECK(info.SetEnterLeaveFunctionHooks3WithInfo(reinterpret_cast<FunctionEnter3WithInfo*>(&witness),
                                                   nullptr, nullptr) == CORPROF_E_INCONSISTENT_WITH_FLAGS);
    CHECK(info.SetFunctionIDMapper(nullptr) == S_OK);
    CHECK(info.SetEnterLeaveFunctionHooks3(hook, nullptr, nullptr) == S_OK);
    // The fast hooks need COR_PRF_MONITOR_ENTERLEAVE, and no flag of the slow ones.
    CHECK(info.SetEventMask(0) == CORPROF_E_INCONSISTENT_WITH_FLAGS);
    CHECK(info.SetEventMask(COR_PRF_MONITOR_ENTERLEAVE | COR_PRF_ENABLE_FUNCTION_ARGS) ==
          CORPROF_E_INCONSISTENT_WITH_FLAGS);
    return S_OK;
  };
  const RunResult result = run(build.program, witness);
  REQUIRE(!result.error);
  CHECK(result.lines("\"model\":\"stored\"").empty());
  CHECK(result.lines("\"model\":\"unimplemented\"").empty());
}

}  // namespace gcrucible::tests
