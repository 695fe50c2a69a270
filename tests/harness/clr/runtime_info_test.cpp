// Version, environment, masks, QueryInterface, suspension: answers of Info methods about the runtime itself.
#include "tests/harness/clr/object_zoo.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

constexpr HRESULT kNoSuchVariable = static_cast<HRESULT>(0x800700CB);

TEST_CASE("GetRuntimeInformation: returns version numbers and truncated text") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    Out<USHORT> instance, major, minor, build, qfe;
    Out<COR_PRF_RUNTIME_TYPE> type;
    Out<ULONG> length;
    CHECK(info.GetRuntimeInformation(&instance, &type, &major, &minor, &build, &qfe, 0, &length, nullptr) ==
          S_OK);
    CHECK(instance.value == 0);
    CHECK(type.value == COR_PRF_CORE_CLR);
    CHECK(major.value == 10);
    CHECK(minor.value == 0);
    CHECK(build.value == 12);
    CHECK(qfe.value == 0);
    REQUIRE(length.value == 8);
    WCHAR text[8] = {};
    const auto ask = [&](ULONG capacity, ULONG* count, WCHAR* buffer) {
      return info.GetRuntimeInformation(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, capacity, count,
                                        buffer);
    };
    CHECK(ask(8, &length, text) == S_OK);
    CHECK(std::u16string(text) == u"10.0.12");
    CHECK(ask(3, &length, text) == S_OK);
    CHECK(std::u16string(text) == u"10");
    CHECK(length.value == 8);
    CHECK(ask(8, nullptr, text) == E_INVALIDARG);
    CHECK(ask(8, &length, nullptr) == S_OK);
    CHECK(ask(0, nullptr, nullptr) == S_OK);
  });
  CHECK(object_zoo.visited);
}

TEST_CASE("GetEnvironmentVariable: behaves as the Windows function") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    CHECK(info.SetEnvironmentVariable(u"GCRUCIBLE_TEST", u"hello") == S_OK);
    Out<ULONG> length;
    CHECK(info.GetEnvironmentVariable(u"GCRUCIBLE_TEST", 0, &length, nullptr) == S_OK);
    CHECK(length.value == 6);
    WCHAR text[6] = {u'x'};
    CHECK(info.GetEnvironmentVariable(u"GCRUCIBLE_TEST", 6, &length, text) == S_OK);
    CHECK(length.value == 5);
    CHECK(std::u16string(text) == u"hello");
    text[0] = u'x';
    CHECK(info.GetEnvironmentVariable(u"GCRUCIBLE_TEST", 5, &length, text) == E_NOT_SUFFICIENT_BUFFER);
    CHECK(length.value == 6);
    CHECK(text[0] == u'x');
    CHECK(info.GetEnvironmentVariable(u"GCRUCIBLE_TEST", 0, &length, text) == E_NOT_SUFFICIENT_BUFFER);
    CHECK(info.GetEnvironmentVariable(u"GCRUCIBLE_TEST", 6, nullptr, text) == S_OK);
    Out<ULONG> untouched;
    CHECK(info.GetEnvironmentVariable(u"GCRUCIBLE_TEST", 6, &untouched, nullptr) == E_INVALIDARG);
    CHECK(info.GetEnvironmentVariable(nullptr, 6, &untouched, text) == E_INVALIDARG);
    CHECK(!untouched.written());

    // An empty value counts as a value.
    CHECK(info.SetEnvironmentVariable(u"GCRUCIBLE_TEST", u"") == S_OK);
    CHECK(info.GetEnvironmentVariable(u"GCRUCIBLE_TEST", 6, &length, text) == S_OK);
    CHECK(length.value == 0);
    CHECK(info.SetEnvironmentVariable(u"GCRUCIBLE_TEST", nullptr) == S_OK);
    CHECK(info.GetEnvironmentVariable(u"GCRUCIBLE_TEST", 6, &length, text) == kNoSuchVariable);
    CHECK(length.value == 0);
    CHECK(info.SetEnvironmentVariable(u"GCRUCIBLE_TEST", nullptr) == kNoSuchVariable);
    CHECK(info.SetEnvironmentVariable(nullptr, u"x") == E_INVALIDARG);
    CHECK(info.SetEnvironmentVariable(u"", u"x") == S_OK);
    CHECK(info.SetEnvironmentVariable(u"A=B", u"x") == S_OK);
    CHECK(info.GetEnvironmentVariable(u"A=B", 6, &length, text) == kNoSuchVariable);
  });
  CHECK(object_zoo.visited);
  // The environment of the process itself does not change.
  CHECK(std::getenv("GCRUCIBLE_TEST") == nullptr);
}

TEST_CASE("QueryInterface: returns exactly the Info interfaces of the runtime") {
  for (const int version : {3, 9, int{kNewestInfoVersion}}) {
    ObjectZoo object_zoo;
    object_zoo.build.program.runtime.info_version = static_cast<std::uint8_t>(version);
    object_zoo.build.collect(program::Generation::k0);
    // Witness::Initialize requests the newest version. This profiler gets the object without that.
    struct Profiler final : CallbackBase {
      IUnknown* runtime = nullptr;
      std::vector<int> answered;
      HRESULT others = S_OK, null_out = S_OK;
      void* left = this;
      ULONG added = 0, released = 0;
      HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* info) override {
        runtime = info;
        for (const InterfaceInfo& each : kInfoInterfaces) {
          void* found = nullptr;
          if (info->QueryInterface(each.iid, &found) == S_OK && found == info)
            answered.push_back(each.version);
        }
        void* same = nullptr;
        if (info->QueryInterface(IUnknown::iid, &same) != S_OK || same != info) answered.push_back(-1);
        others = info->QueryInterface(ICorProfilerCallback::iid, &left);
        null_out = info->QueryInterface(IUnknown::iid, nullptr);
        added = info->AddRef();
        released = info->Release();
        return S_OK;
      }
    };
    Witness unused(0);
    auto* profiler = new Profiler;
    const RunResult result = run_profiler(object_zoo.build.program, *profiler);
    CHECK(!result.error);
    REQUIRE(!profiler->answered.empty());
    CHECK(profiler->answered.back() == version);
    CHECK(profiler->answered.size() == static_cast<std::size_t>(version));
    CHECK(profiler->others == E_NOINTERFACE);
    CHECK(profiler->left == nullptr);
    CHECK(profiler->null_out == E_POINTER);
    CHECK(profiler->added == 1);
    CHECK(profiler->released == 1);
    profiler->Release();
  }
}

TEST_CASE("Initialize: a failure ends the run with the HRESULT name and no callback") {
  ObjectZoo object_zoo;
  object_zoo.build.collect(program::Generation::k0);
  Witness witness(COR_PRF_MONITOR_GC);
  witness.initializing = [] { return CORPROF_E_PROFILER_CANCEL_ACTIVATION; };
  const RunResult result = run(object_zoo.build.program, witness);
  REQUIRE(result.error.has_value());
  CHECK(result.error->find("CORPROF_E_PROFILER_CANCEL_ACTIVATION") != std::string::npos);
  CHECK(witness.seen().empty());
  CHECK(result.lines("\"event_mask\":null").size() == 1);
  CHECK(result.lines("\"end\":true").size() == 1);
}

TEST_CASE("LoadAsNotificationOnly: only a successful yes limits the flags") {
  struct Profiler final : CallbackBase {
    HRESULT answer = S_OK;
    bool says_yes = false;
    HRESULT monitor_gc = E_FAIL, basic_gc = E_FAIL, monitor_gc_alone = E_FAIL;
    int started = 0, ranges = 0;
    HRESULT GCRUCIBLE_STDCALL LoadAsNotificationOnly(BOOL* only) override {
      if (says_yes) *only = 1;
      return answer;
    }
    HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* info) override {
      auto* const runtime = static_cast<ICorProfilerInfo5*>(info);
      monitor_gc = runtime->SetEventMask2(COR_PRF_MONITOR_GC, 0);
      monitor_gc_alone = runtime->SetEventMask(COR_PRF_MONITOR_GC);
      basic_gc = runtime->SetEventMask2(COR_PRF_MONITOR_SUSPENDS, COR_PRF_HIGH_BASIC_GC);
      return S_OK;
    }
    HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int, BOOL*, COR_PRF_GC_REASON) override {
      ++started;
      return S_OK;
    }
    HRESULT GCRUCIBLE_STDCALL MovedReferences2(ULONG, ObjectID*, ObjectID*, SIZE_T*) override {
      ++ranges;
      return S_OK;
    }
  };
  for (const bool yes : {true, false}) {
    for (const HRESULT answer : {S_OK, E_FAIL}) {
      ObjectZoo object_zoo;
      object_zoo.build.collect(program::Generation::k0);
      auto* profiler = new Profiler;
      profiler->says_yes = yes;
      profiler->answer = answer;
      CHECK(!run_profiler(object_zoo.build.program, *profiler).error);
      const bool limited = yes && answer == S_OK;
      CHECK(profiler->monitor_gc == (limited ? E_INVALIDARG : S_OK));
      CHECK(profiler->monitor_gc_alone == (limited ? E_INVALIDARG : S_OK));
      CHECK(profiler->basic_gc == S_OK);
      CHECK(profiler->started == 1);
      CHECK(profiler->ranges == 0);
      profiler->Release();
    }
  }
}

TEST_CASE("Info: results of methods called in Initialize") {
  ObjectZoo object_zoo;
  Witness witness(0);
  bool asked = false;
  witness.initializing = [&] {
    asked = true;
    NewestInfo& info = *witness.info;
    DWORD low = 9, high = 9;
    CHECK(info.GetEventMask2(&low, &high) == S_OK);
    CHECK(low == 0);
    CHECK(high == 0);
    Out<DWORD> untouched;
    CHECK(info.GetEventMask2(nullptr, &untouched) == E_INVALIDARG);
    CHECK(info.GetEventMask2(&untouched, nullptr) == E_INVALIDARG);
    CHECK(info.GetEventMask(nullptr) == E_INVALIDARG);
    CHECK(!untouched.written());
    // Any flag may be set here.
    CHECK(info.SetEventMask2(0xFFFF'FFFF, 0xFFFF'FFFF) == S_OK);
    CHECK(info.SuspendRuntime() == CORPROF_E_RUNTIME_UNINITIALIZED);
    CHECK(info.ResumeRuntime() == CORPROF_E_RUNTIME_UNINITIALIZED);
    CHECK(info.EnumerateGCHeapObjects(nullptr, nullptr) == E_INVALIDARG);
    CHECK(info.EnumerateGCHeapObjects([](ObjectID, void*) -> BOOL { return 1; }, nullptr) ==
          CORPROF_E_RUNTIME_UNINITIALIZED);
    Out<ThreadID> thread;
    CHECK(info.GetCurrentThreadID(&thread) == CORPROF_E_NOT_MANAGED_THREAD);
    CHECK(!thread.written());
    ICorProfilerThreadEnum* threads = nullptr;
    REQUIRE(info.EnumThreads(&threads) == S_OK);
    ULONG count = 9;
    CHECK(threads->GetCount(&count) == S_OK);
    CHECK(count == 0);
    threads->Release();
    // There is no table yet. This is checked before the arguments.
    CHECK(info.GetGenerationBounds(2, nullptr, nullptr) == E_FAIL);
    return S_OK;
  };
  REQUIRE(!run(object_zoo.build.program, witness).error);
  CHECK(asked);
}

TEST_CASE("SuspendRuntime: refused when suspended and any thread may resume") {
  Build build;
  build.object(build.node());
  Witness witness(COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED |
                  COR_PRF_MONITOR_SUSPENDS);
  bool asked = false;
  witness.react = [&](const Seen& seen) {
    NewestInfo& info = *witness.info;
    if (seen.method == CallbackMethod::kRuntimeSuspendFinished) {
      CHECK(info.SuspendRuntime() == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
    }
    if (seen.method == CallbackMethod::kShutdown) {
      CHECK(info.SuspendRuntime() == S_OK);
      CHECK(info.ResumeRuntime() == S_OK);
    }
    if (seen.method != CallbackMethod::kObjectAllocated) return S_OK;
    asked = true;
    CHECK(info.ResumeRuntime() == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
    CHECK(info.SuspendRuntime() == S_OK);
    CHECK(info.SuspendRuntime() == CORPROF_E_SUSPENSION_IN_PROGRESS);
    HRESULT suspended = S_OK, resumed = E_FAIL;
    std::thread([&] {
      suspended = info.SuspendRuntime();
      resumed = info.ResumeRuntime();
    }).join();
    CHECK(suspended == CORPROF_E_SUSPENSION_IN_PROGRESS);
    CHECK(resumed == S_OK);
    CHECK(info.ResumeRuntime() == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(asked);
}

}  // namespace
}  // namespace gcrucible::tests
