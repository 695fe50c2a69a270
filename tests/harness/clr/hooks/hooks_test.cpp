// Enter, leave and tailcall hooks: when each is called and with what, as in .NET 10 (docs/runtimes.md).
#include <cstring>
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
using clr::HookPoint;
using clr::HookVersion;
using program::Call;
using program::Return;

constexpr HookVersion kVersions[] = {HookVersion::kFirst, HookVersion::kSecond,
#if defined(__x86_64__) && !defined(_WIN32)
                                     HookVersion::kDirect,
#endif
                                     HookVersion::kWithInfo};

std::uint32_t flags_of(HookVersion version) {
  return version == HookVersion::kWithInfo ? std::uint32_t{COR_PRF_ENABLE_FRAME_INFO} : 0;
}

// Functions of these names, in this order.
class Program {
 public:
  Build build;
  std::uint32_t node = build.node();
  std::vector<std::string> names;

  explicit Program(std::vector<std::string> functions) : names(std::move(functions)) {
    for (const std::string& name : names) build.function(name);
  }
  void call(std::vector<std::uint32_t> called, bool tail = false) {
    build.add(Call{.functions = std::move(called), .tail = tail});
  }
  RunResult run(HookProfiler& profiler) {
    profiler.beginning = [&] {
      for (std::size_t i = 0; i < names.size(); ++i) {
        ids.push_back(clr->functions().all()[i].id);
        profiler.names[ids[i]] = names[i];
      }
    };
    const RunResult result = run_profiler(build.program, profiler, {}, [&](clr::Clr& made) { clr = &made; });
    INFO(result.error.value_or(""));
    CHECK(!result.error);
    return result;
  }
  FunctionID id(std::size_t function) const { return ids[function]; }

  std::vector<FunctionID> ids;
  clr::Clr* clr = nullptr;
};

using Texts = std::vector<std::string>;

TEST_CASE("hooks: each registration is called for functions that are entered, left and tail-called") {
  for (const HookVersion version : kVersions) {
    INFO(static_cast<int>(version));
    Program program({"Main", "Parse", "Read"});
    program.call({0, program::kNothing, 1});
    program.call({2}, true);
    program.build.add(Return{.times = 2});
    program.build.add(program::Allocate{.type = program.node, .frames = {1, 2}});
    program.build.add(Call{.functions = {2}, .times = 2});
    HookProfiler profiler(version, flags_of(version));
    program.run(profiler);
    CHECK(profiler.set == S_OK);
    CHECK(profiler.seen == Texts{"enter Main", "enter Parse", "tail Parse", "enter Read", "leave Read",
                                 "enter Parse", "enter Read", "leave Read", "leave Parse", "enter Read",
                                 "enter Read"});
  }
}

TEST_CASE("hooks: none without COR_PRF_MONITOR_ENTERLEAVE") {
  Program program({"Main"});
  program.call({0});
  HookProfiler profiler(HookVersion::kFirst);
  profiler.registering = [](HookProfiler& self) { CHECK(self.info->SetEventMask(0) == S_OK); };
  program.run(profiler);
  CHECK(profiler.seen.empty());
}

TEST_CASE("hooks: a frame that an exception removes has no leave hook, and the catcher has one later") {
  Program program({"Main", "Catcher", "Middle", "Thrower"});
  program.call({0, 1, 2, 3});
  program.build.root(program.build.object(program.node));
  program.build.add(
      program::Throw{.object = 0, .frames = {3, 2}, .catcher = 1, .filters = {1}, .finally = {2}});
  program.build.add(program::CatchThrown{});
  program.build.add(Return{.times = 2});
  HookProfiler profiler(HookVersion::kFirst);
  program.run(profiler);
  CHECK(profiler.seen ==
        Texts{"enter Main", "enter Catcher", "enter Middle", "enter Thrower", "leave Catcher", "leave Main"});
}

TEST_CASE("hooks: functions that a throw calls are entered, and its catcher is left") {
  Program program({"Main", "Catcher", "Thrower"});
  program.call({0});
  program.build.root(program.build.object(program.node));
  program.build.add(program::Throw{.object = 0, .frames = {2}, .catcher = 1});
  program.build.add(program::CatchThrown{});
  program.build.add(program::Throw{.object = 0, .frames = {2, 1}});
  program.build.add(program::CatchThrown{});
  HookProfiler profiler(HookVersion::kFirst);
  program.run(profiler);
  CHECK(profiler.seen == Texts{"enter Main", "enter Catcher", "enter Thrower", "leave Catcher",
                               "enter Catcher", "enter Thrower"});
}

TEST_CASE("hooks: a thread that ends returns from its functions") {
  Program program({"Main", "Work"});
  const std::uint32_t worker = program.build.thread("worker");
  program.build.add(program::StartThread{.thread = worker});
  program.build.add(Call{.thread = worker, .functions = {0, 1}});
  program.build.add(program::EndThread{.thread = worker});
  HookProfiler profiler(HookVersion::kFirst);
  program.run(profiler);
  CHECK(profiler.seen == Texts{"enter Main", "enter Work", "leave Work", "leave Main"});
}

// --- mappers ---

struct Mapper {
  static UINT_PTR GCRUCIBLE_STDCALL map(FunctionID function, BOOL* hook) {
    return map2(function, nullptr, hook);
  }
  static UINT_PTR GCRUCIBLE_STDCALL map2(FunctionID function, void* data, BOOL* hook) {
    asked.push_back(function);
    given = data;
    CHECK(*hook == 1);
    *hook = function != unhooked;
    return function + 1;
  }
  static void clear() {
    asked.clear();
    given = nullptr;
    unhooked = 0;
  }
  static std::vector<FunctionID> asked;
  static void* given;
  static FunctionID unhooked;
};
std::vector<FunctionID> Mapper::asked;
void* Mapper::given = nullptr;
FunctionID Mapper::unhooked = 0;

TEST_CASE("mappers: asked once for each function, before its first hook") {
  for (const HookVersion version : kVersions) {
    INFO(static_cast<int>(version));
    Mapper::clear();
    Program program({"Main", "Parse", "Read"});
    program.call({0, 1, 1, 2});
    program.build.add(Return{.times = 4});
    HookProfiler profiler(version, flags_of(version));
    int local = 0;
    profiler.registering = [&](HookProfiler& self) {
      CHECK(self.info->SetFunctionIDMapper2(Mapper::map2, &local) == S_OK);
      // The second version gets both ids.
      const bool both = version == HookVersion::kSecond;
      for (std::size_t i = 0; i < 3; ++i) self.names[program.id(i) + (both ? 0 : 1)] = program.names[i];
      Mapper::unhooked = program.id(1);
    };
    profiler.look = [&](const HookProfiler::Called& call) {
      if (version == HookVersion::kSecond) CHECK(call.client == call.id + 1);  // 0 without a mapper
    };
    const RunResult result = program.run(profiler);
    CHECK(profiler.seen == Texts{"enter Main", "enter Read", "leave Read", "leave Main"});
    CHECK(Mapper::asked == std::vector<FunctionID>{program.id(0), program.id(1), program.id(2)});
    CHECK(Mapper::given == &local);
    CHECK(result.lines("\"call\":\"FunctionIDMapper2\"").size() == 3);
  }
}

TEST_CASE("mappers: called when the function is compiled, and not without hooks") {
  Mapper::clear();
  Program program({"Main"});
  program.build.add(program::Compile{.function = 0});
  program.call({0});
  HookProfiler profiler(HookVersion::kFirst, COR_PRF_MONITOR_JIT_COMPILATION);
  profiler.registering = [](HookProfiler& self) {
    CHECK(self.info->SetFunctionIDMapper(Mapper::map) == S_OK);
  };
  const RunResult result = program.run(profiler);
  CHECK(Mapper::asked.size() == 1);
  const std::size_t mapped = result.trace.find("\"call\":\"FunctionIDMapper\"");
  CHECK(mapped < result.trace.find("\"call\":\"JITCompilationFinished\""));
  CHECK(mapped > result.trace.find("\"call\":\"JITCompilationStarted\""));
}

// --- what hooks may ask ---

TEST_CASE("hooks with info: GetFunctionEnter3Info and its kin answer as in .NET 10") {
  Program program({"Main", "Parse"});
  program.call({0});
  program.call({1}, true);
  program.build.add(Return{});
  constexpr DWORD kAll =
      COR_PRF_ENABLE_FUNCTION_ARGS | COR_PRF_ENABLE_FUNCTION_RETVAL | COR_PRF_ENABLE_FRAME_INFO;
  HookProfiler profiler(HookVersion::kWithInfo, kAll);
  COR_PRF_ELT_INFO stale = 0;
  std::vector<HookPoint> looked;
  profiler.look = [&](const HookProfiler::Called& call) {
    NewestInfo& info = *profiler.info;
    COR_PRF_FRAME_INFO frame = 0;
    looked.push_back(call.point);
    if (call.point == HookPoint::kEnter) {
      ULONG bytes = 0;
      CHECK(info.GetFunctionEnter3Info(call.id, call.info, &frame, &bytes, nullptr) ==
            E_NOT_SUFFICIENT_BUFFER);
      CHECK(bytes == 24);
      CHECK(frame != 0);
      COR_PRF_FUNCTION_ARGUMENT_INFO arguments{.numRanges = 7, .totalArgumentSize = 7, .ranges = {}};
      CHECK(info.GetFunctionEnter3Info(call.id, call.info, &frame, &bytes, &arguments) == S_OK);
      CHECK(arguments.numRanges == 0);
      CHECK(arguments.totalArgumentSize == 0);
      CHECK(info.GetFunctionEnter3Info(call.id, call.info, &frame, &bytes, nullptr) == E_INVALIDARG);
      CHECK(info.GetFunctionEnter3Info(call.id, call.info, &frame, nullptr, &arguments) == E_INVALIDARG);
      CHECK(info.GetFunctionEnter3Info(call.id, call.info, nullptr, &bytes, &arguments) == E_INVALIDARG);
      CHECK(info.GetFunctionEnter3Info(0, call.info, &frame, &bytes, &arguments) == E_INVALIDARG);
      CHECK(info.GetFunctionEnter3Info(call.id, 0, &frame, &bytes, &arguments) == E_INVALIDARG);
      if (stale != 0)
        CHECK(info.GetFunctionEnter3Info(call.id, stale, &frame, &bytes, &arguments) == E_INVALIDARG);
      stale = call.info;
    } else if (call.point == HookPoint::kLeave) {
      COR_PRF_FUNCTION_ARGUMENT_RANGE range{.startAddress = 7, .length = 7};
      CHECK(info.GetFunctionLeave3Info(call.id, call.info, &frame, &range) == S_OK);
      CHECK(range.length == 0);
      CHECK(range.startAddress == 0);
      CHECK(frame != 0);
      CHECK(info.GetFunctionLeave3Info(call.id, call.info, nullptr, &range) == E_INVALIDARG);
      CHECK(info.GetFunctionLeave3Info(call.id, call.info, &frame, nullptr) == E_INVALIDARG);
      CHECK(info.GetFunctionLeave3Info(call.id, 0, &frame, &range) == E_INVALIDARG);
    } else {
      CHECK(info.GetFunctionTailcall3Info(call.id, call.info, &frame) == S_OK);
      CHECK(frame != 0);
      CHECK(info.GetFunctionTailcall3Info(call.id, call.info, nullptr) == E_INVALIDARG);
      CHECK(info.GetFunctionTailcall3Info(0, call.info, &frame) == E_INVALIDARG);
    }
    ClassID type = 0;
    ModuleID module = 0;
    mdToken token = 0;
    CHECK(info.GetFunctionInfo2(call.id, frame, &type, &module, &token, 0, nullptr, nullptr) == S_OK);
  };
  program.run(profiler);
  CHECK(looked == std::vector{HookPoint::kEnter, HookPoint::kTailcall, HookPoint::kEnter, HookPoint::kLeave});
}

TEST_CASE("hooks with info: each question needs a flag of its own") {
  struct Row {
    std::uint32_t flag;
    HRESULT enter, leave, tailcall;
  };
  constexpr HRESULT kNo = CORPROF_E_INCONSISTENT_WITH_FLAGS;
  const Row rows[] = {{COR_PRF_ENABLE_FUNCTION_ARGS, S_OK, kNo, kNo},
                      {COR_PRF_ENABLE_FUNCTION_RETVAL, kNo, S_OK, kNo},
                      {COR_PRF_ENABLE_FRAME_INFO, S_OK, S_OK, S_OK}};
  for (const Row& row : rows) {
    INFO(row.flag);
    Program program({"Main", "Parse"});
    program.call({0});
    HookProfiler profiler(HookVersion::kWithInfo, row.flag);
    profiler.look = [&](const HookProfiler::Called& call) {
      NewestInfo& info = *profiler.info;
      COR_PRF_FRAME_INFO frame = 0;
      COR_PRF_FUNCTION_ARGUMENT_INFO arguments{};
      COR_PRF_FUNCTION_ARGUMENT_RANGE range{};
      ULONG bytes = sizeof arguments;
      CHECK(info.GetFunctionEnter3Info(call.id, call.info, &frame, &bytes, &arguments) == row.enter);
      CHECK(info.GetFunctionLeave3Info(call.id, call.info, &frame, &range) == row.leave);
      CHECK(info.GetFunctionTailcall3Info(call.id, call.info, &frame) == row.tailcall);
    };
    program.run(profiler);
    CHECK(profiler.seen.size() == 1);
  }
}

HRESULT GCRUCIBLE_STDCALL count_frame(FunctionID function, UINT_PTR, COR_PRF_FRAME_INFO, ULONG32, BYTE*,
                                      void* data) {
  static_cast<std::vector<FunctionID>*>(data)->push_back(function);
  return S_OK;
}

TEST_CASE("hooks: DoStackSnapshot needs a seed") {
  for (const HookVersion version : kVersions) {
    INFO(static_cast<int>(version));
    Program program({"Main", "Parse"});
    program.call({0, 1});
    HookProfiler profiler(version, flags_of(version) | COR_PRF_ENABLE_STACK_SNAPSHOT);
    profiler.look = [&](const HookProfiler::Called& call) {
      std::vector<FunctionID> functions;
      CHECK(profiler.info->DoStackSnapshot(0, count_frame, 0, &functions, nullptr, 0) == E_FAIL);
      CHECK(functions.empty());
      if (version != HookVersion::kDirect || call.id == program.id(0)) return;
      std::vector<BYTE> seed(3232);
      std::memcpy(seed.data() + 0x98, &call.stack, sizeof call.stack);
      std::memcpy(seed.data() + 0xF8, &call.stack[-1], sizeof call.stack[-1]);
      CHECK(profiler.info->DoStackSnapshot(0, count_frame, 0, &functions, seed.data(), 3232) == S_OK);
      CHECK(functions == std::vector<FunctionID>{program.id(0), 0});
    };
    program.run(profiler);
    CHECK(profiler.seen.size() == 2);
  }
}

// .NET 10 forces one in a direct hook.
TEST_CASE("hooks: none may force a collection") {
  for (const HookVersion version : kVersions) {
    INFO(static_cast<int>(version));
    Program program({"Main"});
    program.call({0});
    HookProfiler profiler(version, flags_of(version));
    profiler.look = [&](const HookProfiler::Called&) {
      CHECK(profiler.info->ForceGC() == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
    };
    program.run(profiler);
    CHECK(profiler.seen.size() == 1);
  }
}

#if defined(__x86_64__) && !defined(_WIN32)

TEST_CASE("direct hooks: synchronous methods are refused, and asynchronous ones answer") {
  Program program({"Main"});
  program.call({0});
  HookProfiler profiler(HookVersion::kDirect);
  profiler.look = [&](const HookProfiler::Called& call) {
    NewestInfo& info = *profiler.info;
    ClassID type = 0;
    ModuleID module = 0;
    mdToken token = 0;
    CHECK(info.GetFunctionInfo(call.id, &type, &module, &token) == S_OK);
    IUnknown* metadata = nullptr;
    CHECK(info.GetTokenAndMetaDataFromFunction(call.id, IMetaDataImport::iid, &metadata, &token) ==
          CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
    CHECK(info.GetFunctionEnter3Info(call.id, 7, nullptr, nullptr, nullptr) ==
          CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
    ICorProfilerModuleEnum* modules = nullptr;
    CHECK(info.EnumModules(&modules) == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  };
  program.run(profiler);
  CHECK(profiler.seen.size() == 1);
}

TEST_CASE("direct hooks: above the stack pointer is the address to which the function returns") {
  Program program({"Main", "Parse"});
  program.call({0, 1});
  program.build.add(Return{});
  HookProfiler profiler(HookVersion::kDirect);
  std::vector<FunctionID> callers;
  profiler.look = [&](const HookProfiler::Called& call) {
    const clr::FunctionEntry* const caller = program.clr->functions().with_code(call.stack[-1]);
    callers.push_back(caller == nullptr ? 0 : caller->id);
    CHECK(reinterpret_cast<std::uintptr_t>(call.stack) % 16 == 0);
  };
  program.run(profiler);
  CHECK(callers == std::vector<FunctionID>{0, program.id(0), program.id(0)});
}

TEST_CASE("direct hooks: registers that the function still uses must keep their values") {
  struct Row {
    int changes;
    std::string enter, leave;
  };
  const Row rows[] = {{0, "", ""},    {1, "rcx", ""}, {2, "xmm3", ""},
                      {3, "", "rax"}, {4, "", "rax"}, {5, "r12", "r12"}};  // in the order of hook_profiler.h
  for (const Row& row : rows) {
    INFO(row.changes);
    Program program({"Main"});
    program.call({0});
    program.build.add(Return{});
    HookProfiler profiler(HookVersion::kDirect);
    HookProfiler::changes = row.changes;
    const RunResult result = program.run(profiler);
    std::vector<std::string> expected;
    for (const auto& [hook, changed] :
         {std::pair{"FunctionEnter3", row.enter}, {"FunctionLeave3", row.leave}}) {
      if (!changed.empty()) expected.push_back("\"hook\":\"" + std::string(hook) + "\"" + changed);
    }
    const auto lines = result.lines("\"model\":\"clobbered\"");
    REQUIRE(lines.size() == expected.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t quote = expected[i].rfind('"') + 1;
      CHECK(lines[i].find(expected[i].substr(0, quote)) != std::string::npos);
      CHECK(lines[i].find("\"registers\":\"" + expected[i].substr(quote) + "\"") != std::string::npos);
    }
  }
}

#endif

// --- registrations ---

TEST_CASE("registrations: the newest version is called, whatever the order") {
  const auto pick = [](std::vector<HookVersion> order) {
    clr::Hooks hooks;
    int place = 0;
    for (const HookVersion each : order) hooks.set(each, {&place, nullptr, nullptr});
    CHECK(!hooks.at(HookPoint::kLeave));
    return hooks.at(HookPoint::kEnter)->version;
  };
  using enum HookVersion;
  CHECK(pick({kFirst, kSecond}) == kSecond);
  CHECK(pick({kSecond, kFirst}) == kSecond);
  CHECK(pick({kDirect, kSecond, kFirst}) == kDirect);
  CHECK(pick({kFirst, kWithInfo, kSecond}) == kWithInfo);
  CHECK(pick({kDirect, kWithInfo}) == kWithInfo);
  CHECK(pick({kWithInfo, kDirect}) == kDirect);
  clr::Hooks none;
  CHECK(!none.any());
}

}  // namespace
}  // namespace gcrucible::tests
