// Lightweight functions (DynamicMethod): what a profiler sees of them, as in .NET 10 (docs/runtimes.md).
#include <string>
#include <vector>

#include "harness/abi/monitor_flags.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/harness/clr/hooks/hook_profiler.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

constexpr std::uint32_t kMain = 0, kBuilt = 1, kInner = 2;

Build with_lightweight() {
  Build build;
  build.node();
  build.program.functions = {{.name = "Main"}, {.name = "Built", .lightweight = true}, {.name = "Inner"}};
  return build;
}

struct Walk {
  std::vector<FunctionID> functions;
  static HRESULT GCRUCIBLE_STDCALL take(FunctionID function, UINT_PTR, COR_PRF_FRAME_INFO, ULONG32, BYTE*,
                                        void* data) {
    static_cast<Walk*>(data)->functions.push_back(function);
    return S_OK;
  }
};

TEST_CASE("lightweight functions: no walk shows them, and native code below them is shown") {
  Build build = with_lightweight();
  build.add(program::Allocate{.type = 0, .frames = {kMain, kBuilt, kInner, kBuilt}});
  build.add(program::Allocate{.type = 0, .frames = {kBuilt, kInner, program::kNothing, kBuilt, kMain}});
  Witness witness(COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED |
                  COR_PRF_ENABLE_STACK_SNAPSHOT);
  std::vector<Walk> walks;
  std::vector<FunctionID> ids;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kObjectAllocated) return S_OK;
    ids.clear();
    for (const clr::FunctionEntry& each : witness.clr->functions().all()) ids.push_back(each.id);
    walks.emplace_back();
    CHECK(witness.info->DoStackSnapshot(0, Walk::take, 0, &walks.back(), nullptr, 0) == S_OK);
    return S_OK;
  };
  const RunResult result = run(build.program, witness);
  INFO(result.error.value_or(""));
  CHECK(!result.error);
  REQUIRE(walks.size() == 2);
  CHECK(walks[0].functions == std::vector<FunctionID>{ids[kInner], ids[kMain], 0});
  CHECK(walks[1].functions == std::vector<FunctionID>{ids[kMain], 0, ids[kInner], 0});
  // Their nodes have no function in the model's lines.
  CHECK(result.trace.find("[1,0,\"Built\"]") != std::string::npos);
}

TEST_CASE("lightweight functions: what Info methods answer") {
  Build build = with_lightweight();
  build.object(0);
  Witness witness(COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED);
  bool looked = false;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kObjectAllocated) return S_OK;
    looked = true;
    NewestInfo& info = *witness.info;
    const FunctionID built = witness.clr->functions().all()[kBuilt].id;
    BOOL dynamic = 0;
    CHECK(info.IsFunctionDynamic(built, &dynamic) == S_OK);
    CHECK(dynamic == 1);
    CHECK(info.IsFunctionDynamic(witness.clr->functions().all()[kMain].id, &dynamic) == S_OK);
    CHECK(dynamic == 0);
    ModuleID module = 0;
    mdToken token = 0;
    CHECK(info.GetFunctionInfo(built, nullptr, &module, &token) == S_OK);
    CHECK(module != 0);
    CHECK(token == mdtMethodDef);
    FunctionID found = 0;
    CHECK(info.GetFunctionFromToken(module, token, &found) == E_INVALIDARG);
    PCCOR_SIGNATURE signature = nullptr;
    ULONG size = 0, length = 0;
    WCHAR name[16] = {};
    CHECK(info.GetDynamicFunctionInfo(built, &module, &signature, &size, 16, &length, name) == S_OK);
    CHECK(size == 3);
    CHECK(length == 6);
    CHECK(std::u16string(name) == u"Built");
    LPCBYTE code = nullptr;
    CHECK(info.GetCodeInfo(built, &code, nullptr) == S_OK);
    CHECK(info.GetFunctionFromIP(code, &found) == E_FAIL);
    CHECK(info.GetFunctionFromIP2(code, &found, nullptr) == E_FAIL);
    CHECK(info.GetFunctionFromIP3(code, &found, nullptr) == S_OK);
    CHECK(found == built);
    return S_OK;
  };
  const RunResult result = run(build.program, witness);
  INFO(result.error.value_or(""));
  CHECK(!result.error);
  CHECK(looked);
}

TEST_CASE("lightweight functions: hooks are not called, and a compilation has callbacks of its own") {
  Build build = with_lightweight();
  build.add(program::Call{.functions = {kMain, kBuilt, kInner}});
  HookProfiler profiler(clr::HookVersion::kFirst);
  clr::Clr* clr = nullptr;
  profiler.beginning = [&] {
    for (std::size_t i = 0; i < build.program.functions.size(); ++i)
      profiler.names[clr->functions().all()[i].id] = build.program.functions[i].name;
  };
  const RunResult hooked = run_profiler(build.program, profiler, {}, [&](clr::Clr& made) { clr = &made; });
  INFO(hooked.error.value_or(""));
  CHECK(!hooked.error);
  CHECK(profiler.seen == std::vector<std::string>{"enter Main", "enter Inner"});

  Build compiled = with_lightweight();
  compiled.add(program::Compile{.function = kBuilt});
  compiled.add(program::Compile{.function = kMain});
  Witness witness(COR_PRF_MONITOR_JIT_COMPILATION);
  const RunResult result = run(compiled.program, witness);
  INFO(result.error.value_or(""));
  CHECK(!result.error);
  CHECK(result.lines("\"DynamicMethodJITCompilationStarted\"").size() == 1);
  CHECK(result.lines("\"DynamicMethodJITCompilationFinished\"").size() == 1);
  CHECK(result.lines("\"JITCompilationStarted\"").size() == 1);
}

}  // namespace
}  // namespace gcrucible::tests
