// DoStackSnapshot and the native code of functions: answers as in .NET 10 on Linux.
#include <array>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/harness/clr/object_zoo.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;
using program::Call;
using program::Return;

constexpr std::uint32_t kMask =
    COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED | COR_PRF_ENABLE_STACK_SNAPSHOT;

// The frames of one walk.
struct Walk {
  HRESULT hr = S_OK;
  std::vector<FunctionID> functions = {};
  std::vector<UINT_PTR> ips = {};
  std::vector<std::vector<BYTE>> contexts = {};
  std::size_t most = 1'000'000;  // frames before the callback stops the walk

  static HRESULT GCRUCIBLE_STDCALL take(FunctionID function, UINT_PTR ip, COR_PRF_FRAME_INFO info,
                                        ULONG32 size, BYTE* context, void* data) {
    auto& walk = *static_cast<Walk*>(data);
    CHECK(info != 0);
    walk.functions.push_back(function);
    walk.ips.push_back(ip);
    walk.contexts.emplace_back(context, context + size);
    return walk.functions.size() < walk.most ? S_OK : S_FALSE;
  }
};

Walk walk(NewestInfo& info, ThreadID thread = 0, ULONG32 flags = 0, std::vector<BYTE> seed = {},
          std::size_t most = 1'000'000) {
  Walk made{.most = most};
  made.hr = info.DoStackSnapshot(thread, Walk::take, flags, &made, seed.empty() ? nullptr : seed.data(),
                                 static_cast<ULONG32>(seed.size()));
  return made;
}

// Runs a program and looks at each ObjectAllocated.
class Looker {
 public:
  Build build;
  std::uint32_t node = build.node();
  std::vector<std::uint32_t> functions;

  Looker() {
    for (const char* const name : {"Main", "Parse", "Read"}) functions.push_back(build.function(name));
  }
  void call(std::vector<std::uint32_t> called) { build.add(Call{.functions = std::move(called)}); }

  // `look` gets the number of the object.
  RunResult run(const std::function<void(Looker&, std::size_t)>& look, std::uint32_t mask = kMask) {
    Witness witness(mask);
    witness.react = [&](const Seen& seen) {
      if (seen.method == CallbackMethod::kObjectAllocated) {
        info = witness.info;
        for (std::size_t i = 0; i < functions.size(); ++i) ids[i] = witness.clr->functions().all()[i].id;
        look(*this, objects++);
      }
      return S_OK;
    };
    RunResult result = tests::run(build.program, witness);
    INFO(result.error.value_or(""));
    CHECK(!result.error);
    return result;
  }

  NewestInfo* info = nullptr;
  std::array<FunctionID, 3> ids{};
  std::size_t objects = 0;
};

using Ids = std::vector<FunctionID>;

TEST_CASE("DoStackSnapshot: the innermost function comes first and native code last") {
  Looker looker;
  looker.call({0, 1});
  looker.build.object(looker.node);
  looker.build.add(program::Allocate{.type = looker.node, .frames = {2, 2}});
  looker.build.add(Return{});
  looker.build.object(looker.node);
  const RunResult result = looker.run([](Looker& self, std::size_t object) {
    const auto [main, parse, read] = self.ids;
    const Ids expected[] = {{parse, main, 0}, {read, read, parse, main, 0}, {main, 0}};
    const Walk walked = walk(*self.info);
    CHECK(walked.hr == S_OK);
    CHECK(walked.functions == expected[object]);
    for (const auto& context : walked.contexts) CHECK(context.empty());
  });
  CHECK(looker.objects == 3);
  // The trace has the functions of each walk.
  const std::string expected =
      "\"visited\":[" + std::to_string(looker.ids[1]) + ',' + std::to_string(looker.ids[0]) + ",0]";
  CHECK(result.trace.find(expected) != std::string::npos);
}

TEST_CASE("DoStackSnapshot: native code is reported where it called managed code, not above it") {
  Looker looker;
  looker.call({0, program::kNothing, program::kNothing, 1, program::kNothing});
  looker.build.object(looker.node);
  looker.run([](Looker& self, std::size_t) {
    CHECK(walk(*self.info).functions == Ids{self.ids[1], 0, self.ids[0], 0});
  });
}

TEST_CASE("DoStackSnapshot: a thread without a managed frame fails") {
  Looker looker;
  looker.build.object(looker.node);
  looker.call({program::kNothing});
  looker.build.object(looker.node);
  looker.run([](Looker& self, std::size_t) {
    const Walk walked = walk(*self.info);
    CHECK(walked.hr == E_FAIL);
    CHECK(walked.functions.empty());
  });
  CHECK(looker.objects == 2);
}

TEST_CASE("DoStackSnapshot: the callback stops the walk") {
  Looker looker;
  looker.call({0, 1, 2});
  looker.build.object(looker.node);
  looker.run([](Looker& self, std::size_t) {
    const Walk walked = walk(*self.info, 0, 0, {}, 2);
    CHECK(walked.hr == CORPROF_E_STACKSNAPSHOT_ABORTED);
    CHECK(walked.functions == Ids{self.ids[2], self.ids[1]});
  });
}

TEST_CASE("DoStackSnapshot: contexts seed a walk") {
  Looker looker;
  looker.call({0, 1, 2});
  looker.build.object(looker.node);
  looker.run([](Looker& self, std::size_t) {
    const auto [main, parse, read] = self.ids;
    const Walk all = walk(*self.info, 0, COR_PRF_SNAPSHOT_REGISTER_CONTEXT);
    REQUIRE(all.contexts.size() == 4);
    for (std::size_t i = 0; i < all.contexts.size(); ++i) {
      REQUIRE(all.contexts[i].size() == 3232);
      UINT_PTR ip = 0;
      std::memcpy(&ip, all.contexts[i].data() + 0xF8, sizeof ip);
      CHECK(ip == all.ips[i]);
    }
    CHECK(walk(*self.info, 0, 0, all.contexts[1]).functions == Ids{parse, main, 0});
    // Native code, and no code at all.
    CHECK(walk(*self.info, 0, 0, all.contexts[3]).hr == CORPROF_E_STACKSNAPSHOT_UNMANAGED_CTX);
    std::vector<BYTE> spoiled = all.contexts[1];
    std::memset(spoiled.data() + 0xF8, 0, 8);
    CHECK(walk(*self.info, 0, 0, spoiled).hr == CORPROF_E_STACKSNAPSHOT_UNMANAGED_CTX);
    // A frame that is not on the stack.
    spoiled = all.contexts[1];
    spoiled[0x98] ^= 8;
    CHECK(walk(*self.info, 0, 0, spoiled).hr == E_FAIL);
    CHECK(read != main);
  });
}

TEST_CASE("DoStackSnapshot: refuses wrong flags, other threads and a mask without stack snapshots") {
  Looker looker;
  looker.call({0});
  looker.build.object(looker.node);
  looker.run([](Looker& self, std::size_t) {
    CHECK(walk(*self.info, 0, 4).hr == E_INVALIDARG);
    CHECK(walk(*self.info, 0, COR_PRF_SNAPSHOT_X86_OPTIMIZED).hr == E_INVALIDARG);
    CHECK(walk(*self.info, 12345).hr == E_INVALIDARG);
    ThreadID own = 0;
    CHECK(self.info->GetCurrentThreadID(&own) == S_OK);
    CHECK(walk(*self.info, own).functions == Ids{self.ids[0], 0});
    std::thread([&] {
      CHECK(walk(*self.info, 0).hr == S_OK);
      CHECK(walk(*self.info, 0).functions.empty());
      CHECK(walk(*self.info, own).hr == E_NOTIMPL);
    }).join();
  });
  Looker masked;
  masked.call({0});
  masked.build.object(masked.node);
  masked.run(
      [](Looker& self, std::size_t) { CHECK(walk(*self.info).hr == CORPROF_E_INCONSISTENT_WITH_FLAGS); },
      COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED);
}

TEST_CASE("DoStackSnapshot: a sampler walks other threads while it has the runtime suspended") {
  Looker looker;
  Build& build = looker.build;
  const std::uint32_t worker = build.thread("worker");
  build.add(program::StartThread{.thread = worker});
  build.add(Call{.thread = worker, .functions = {0, 2}});
  looker.call({0});
  build.object(looker.node);
  looker.run([&](Looker& self, std::size_t) {
    ThreadID own = 0;
    CHECK(self.info->GetCurrentThreadID(&own) == S_OK);
    CHECK(self.info->SuspendRuntime() == S_OK);
    ICorProfilerThreadEnum* threads = nullptr;
    REQUIRE(self.info->EnumThreads(&threads) == S_OK);
    ThreadID thread = 0;
    ULONG fetched = 0;
    std::size_t others = 0;
    while (threads->Next(1, &thread, &fetched) == S_OK) {
      if (thread == own) continue;
      ++others;
      // A seed is not needed and not looked at.
      const Walk walked = walk(*self.info, thread, 0, std::vector<BYTE>(3232));
      CHECK(walked.hr == S_OK);
      CHECK(walked.functions == Ids{self.ids[2], self.ids[0], 0});
    }
    threads->Release();
    CHECK(others == 1);
    CHECK(self.info->ResumeRuntime() == S_OK);
  });
}

// Calls back in the callbacks of one exception.
class Unwound final : public CallbackBase {
 public:
  NewestInfo* info = nullptr;
  std::vector<std::string> seen;

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    REQUIRE(runtime->QueryInterface(NewestInfo::iid, &found) == S_OK);
    info = static_cast<NewestInfo*>(found);
    return info->SetEventMask(COR_PRF_MONITOR_EXCEPTIONS | kMask);
  }
  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    info->Release();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID, ClassID) override { return look("allocated"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionThrown(ObjectID) override { return look("thrown"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFilterEnter(FunctionID) override { return look("filter"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFilterLeave() override { return look("filter left"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFunctionEnter(FunctionID) override { return look("unwind"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFunctionLeave() override { return look("unwound"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFinallyEnter(FunctionID) override { return look("finally"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFinallyLeave() override { return look("finally left"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionCatcherEnter(FunctionID, ObjectID) override { return look("catcher"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionCatcherLeave() override { return look("catcher left"); }

 private:
  HRESULT look(const std::string& where) {
    const Walk walked = walk(*info);
    seen.push_back(where + ' ' +
                   (walked.hr == CORPROF_E_STACKSNAPSHOT_UNMANAGED_CTX
                        ? std::string("-")
                        : std::to_string(walked.functions.size())));
    return S_OK;
  }
};

// Main calls Catcher, which has a filter, then Middle with a finally block, then Thrower. Under .NET 10, a
// walk in each callback of such an exception had these numbers of frames.
TEST_CASE("DoStackSnapshot: frames leave the stack in the second pass of an exception") {
  Build build;
  const std::uint32_t node = build.node();
  for (const char* const name : {"Main", "Catcher", "Middle", "Thrower"}) build.function(name);
  build.add(Call{.functions = {0, 1, 2, 3}});
  build.root(build.object(node));
  build.add(program::Throw{.object = 0, .frames = {3, 2}, .catcher = 1, .filters = {1}, .finally = {2}});
  build.object(node);  // in the filter
  build.add(program::CatchThrown{});
  build.object(node);
  Unwound profiler;
  CHECK(!run_profiler(build.program, profiler).error);
  CHECK(profiler.seen == std::vector<std::string>{"allocated 5", "thrown 5", "filter 5", "allocated 6",
                                                  "filter left 5", "unwind -", "unwound -", "unwind -",
                                                  "finally 4", "finally left 4", "unwound -", "unwind -",
                                                  "catcher 3", "catcher left 3", "allocated 3"});
}

TEST_CASE("GetCodeInfo: each function has code, and each address in it belongs to the function") {
  Looker looker;
  looker.call({0, 1});
  looker.build.object(looker.node);
  looker.run([](Looker& self, std::size_t) {
    NewestInfo& info = *self.info;
    const FunctionID parse = self.ids[1];
    LPCBYTE start = nullptr;
    ULONG size = 0;
    CHECK(info.GetCodeInfo(parse, &start, &size) == S_OK);
    CHECK(size == clr::kCodeSize);
    COR_PRF_CODE_INFO infos[2] = {};
    ULONG32 count = 0;
    CHECK(info.GetCodeInfo2(parse, 0, &count, nullptr) == S_OK);
    CHECK(count == 1);
    CHECK(info.GetCodeInfo2(parse, 2, &count, infos) == S_OK);
    CHECK(infos[0].startAddress == reinterpret_cast<UINT_PTR>(start));
    CHECK(infos[0].size == size);
    CHECK(info.GetCodeInfo2(parse, 1, &count, nullptr) == E_INVALIDARG);
    CHECK(info.GetCodeInfo3(parse, 0, 2, &count, infos) == S_OK);
    CHECK(info.GetCodeInfo3(parse, 7, 2, &count, infos) == CORPROF_E_FUNCTION_NOT_COMPILED);
    CHECK(info.GetCodeInfo4(infos[0].startAddress, 2, &count, infos) == S_OK);
    CHECK(info.GetCodeInfo4(infos[0].startAddress + 1, 2, &count, infos) == CORPROF_E_FUNCTION_NOT_COMPILED);
    UINT_PTR address = 0;
    CHECK(info.GetNativeCodeStartAddresses(parse, 0, 1, &count, &address) == S_OK);
    CHECK(count == 1);
    CHECK(address == infos[0].startAddress);
    const Walk walked = walk(info);
    for (std::size_t i = 0; i < walked.functions.size(); ++i) {
      FunctionID found = 0;
      ReJITID version = 1;
      const auto ip = reinterpret_cast<LPCBYTE>(walked.ips[i]);
      CHECK(info.GetFunctionFromIP(ip, &found) == (walked.functions[i] == 0 ? E_FAIL : S_OK));
      CHECK(found == walked.functions[i]);
      CHECK(info.GetFunctionFromIP2(ip, &found, &version) == (walked.functions[i] == 0 ? E_FAIL : S_OK));
      CHECK(version == (walked.functions[i] == 0 ? 1 : 0));  // left as it is by a failure
      CHECK(info.GetFunctionFromIP3(ip, &found, &version) == (walked.functions[i] == 0 ? E_FAIL : S_OK));
    }
    FunctionID found = 0;
    CHECK(info.GetFunctionFromIP(start + size - 1, &found) == S_OK);
    CHECK(found == parse);
    CHECK(info.GetCodeInfo(12345, &start, &size) == E_INVALIDARG);
  });
}

// The answers of .NET 10 to good and bad arguments. Its map of an optimized method has the same rows.
TEST_CASE("GetILToNativeMapping: a prolog, the body and an epilog") {
  Looker looker;
  looker.call({0});
  looker.build.object(looker.node);
  looker.run([](Looker& self, std::size_t) {
    NewestInfo& info = *self.info;
    const FunctionID parse = self.ids[1];
    COR_DEBUG_IL_TO_NATIVE_MAP map[4] = {};
    ULONG32 count = 77;
    CHECK(info.GetILToNativeMapping(parse, 0, &count, nullptr) == S_OK);
    CHECK(count == 3);
    CHECK(info.GetILToNativeMapping(parse, 4, &count, map) == S_OK);
    CHECK(static_cast<std::int32_t>(map[0].ilOffset) == -2);
    CHECK(map[1].ilOffset == 0);
    CHECK(static_cast<std::int32_t>(map[2].ilOffset) == -3);
    CHECK(map[0].nativeEndOffset == map[1].nativeStartOffset);
    CHECK(map[2].nativeEndOffset == clr::kCodeSize);
    map[1].ilOffset = 9;
    CHECK(info.GetILToNativeMapping(parse, 1, &count, map) == S_OK);
    CHECK(count == 3);
    CHECK(map[1].ilOffset == 9);
    CHECK(info.GetILToNativeMapping(parse, 0, nullptr, nullptr) == S_OK);
    CHECK(info.GetILToNativeMapping(parse, 4, nullptr, map) == E_INVALIDARG);
    CHECK(info.GetILToNativeMapping(parse, 1, &count, nullptr) == E_INVALIDARG);
    CHECK(info.GetILToNativeMapping(0, 4, &count, map) == E_INVALIDARG);
    CHECK(info.GetILToNativeMapping2(parse, 0, 4, &count, map) == S_OK);
    CHECK(info.GetILToNativeMapping2(parse, 5, 0, &count, nullptr) == S_OK);
    CHECK(info.GetILToNativeMapping2(0, 0, 0, &count, nullptr) == E_INVALIDARG);
    UINT_PTR start = 0;
    CHECK(info.GetNativeCodeStartAddresses(parse, 0, 1, &count, &start) == S_OK);
    CHECK(info.GetILToNativeMapping3(start, 4, &count, map) == S_OK);
    CHECK(count == 3);
    CHECK(info.GetILToNativeMapping3(start, 0, &count, nullptr) == S_OK);
    CHECK(info.GetILToNativeMapping3(start, 4, &count, nullptr) == E_INVALIDARG);
    CHECK(info.GetILToNativeMapping3(start + 1, 4, &count, map) == E_FAIL);
    CHECK(info.GetILToNativeMapping3(0, 4, &count, map) == E_INVALIDARG);
  });
}

TEST_CASE("EnumJITedFunctions: the functions that steps have compiled") {
  Looker looker;
  looker.call({0});
  looker.build.add(program::Compile{.function = 1});
  looker.build.object(looker.node);
  looker.run([](Looker& self, std::size_t) {
    for (const bool second : {false, true}) {
      ICorProfilerFunctionEnum* functions = nullptr;
      CHECK((second ? self.info->EnumJITedFunctions2(&functions)
                    : self.info->EnumJITedFunctions(&functions)) == S_OK);
      REQUIRE(functions != nullptr);
      COR_PRF_FUNCTION found[2] = {};
      ULONG fetched = 0;
      CHECK(functions->Next(2, found, &fetched) == S_FALSE);
      CHECK(fetched == 1);
      CHECK(found[0].functionId == self.ids[1]);
      CHECK(found[0].reJitId == 0);
      CHECK(functions->Release() == 0);
    }
    CHECK(self.info->EnumJITedFunctions(nullptr) == E_INVALIDARG);
    CHECK(self.info->EnumJITedFunctions2(nullptr) == E_INVALIDARG);
  });
}

}  // namespace
}  // namespace gcrucible::tests
