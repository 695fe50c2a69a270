// Steps of running code: exceptions, compilation, and allocation events.
#include <cstring>
#include <string>
#include <vector>

#include "harness/abi/abi.h"
#include "harness/abi/callback_base.h"
#include "harness/abi/monitor_flags.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;
using program::Generation;

class CodeWatcher final : public CallbackBase {
 public:
  explicit CodeWatcher(DWORD high = 0) : CallbackBase(), high_(high) {}

  std::vector<std::string> reported;
  std::vector<ObjectID> objects;  // of ExceptionThrown, ExceptionCatcherEnter, the event and ObjectAllocated
  HRESULT class_in_search = S_OK, class_in_unwind = S_OK, modules_in_search = S_OK, modules_in_unwind = S_OK;
  std::vector<BOOL> safe;
  std::uint64_t first_word = 1;

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    if (failed(runtime->QueryInterface(ICorProfilerInfo5::iid, &found))) return E_NOINTERFACE;
    info_ = static_cast<ICorProfilerInfo5*>(found);
    if (high_ != 0 && succeeded(runtime->QueryInterface(ICorProfilerInfo12::iid, &found))) {
      static constexpr WCHAR kProvider[] = u"Microsoft-Windows-DotNETRuntime";
      COR_PRF_EVENTPIPE_PROVIDER_CONFIG provider{kProvider, 1, COR_PRF_EVENTPIPE_VERBOSE, nullptr};
      EVENTPIPE_SESSION session = 0;
      auto* const info = static_cast<ICorProfilerInfo12*>(found);
      CHECK(info->EventPipeStartSession(0, nullptr, 0, &session) == E_INVALIDARG);
      CHECK(info->EventPipeStartSession(1, &provider, 0, &session) == S_OK);
      CHECK(info->EventPipeAddProviderToSession(session, provider) == S_OK);
      CHECK(info->EventPipeAddProviderToSession(session + 1, provider) == E_INVALIDARG);
      info->Release();
    }
    return info_->SetEventMask2(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_EXCEPTIONS |
                                    COR_PRF_MONITOR_JIT_COMPILATION | COR_PRF_MONITOR_OBJECT_ALLOCATED |
                                    COR_PRF_ENABLE_OBJECT_ALLOCATED,
                                high_);
  }
  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    info_->Release();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ExceptionThrown(ObjectID object) override {
    objects.push_back(object);
    return report("thrown");
  }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFunctionEnter(FunctionID function) override {
    class_in_search = info_->GetClassFromObject(objects.back(), &class_);
    modules_in_search = modules();
    return report("search " + number_of(function));
  }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFunctionLeave() override { return report("searched"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFilterEnter(FunctionID function) override {
    return report("filter " + number_of(function));
  }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFilterLeave() override { return report("filtered"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchCatcherFound(FunctionID function) override {
    return report("found " + number_of(function));
  }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFunctionEnter(FunctionID function) override {
    class_in_unwind = info_->GetClassFromObject(objects.front(), &class_);
    modules_in_unwind = modules();
    return report("unwind " + number_of(function));
  }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFunctionLeave() override { return report("unwound"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFinallyEnter(FunctionID function) override {
    return report("finally " + number_of(function));
  }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFinallyLeave() override { return report("finished"); }
  HRESULT GCRUCIBLE_STDCALL ExceptionCatcherEnter(FunctionID function, ObjectID object) override {
    objects.push_back(object);
    CHECK(info_->GetClassFromObject(object, &class_) == S_OK);
    return report("catch " + number_of(function));
  }
  HRESULT GCRUCIBLE_STDCALL ExceptionCatcherLeave() override { return report("caught"); }
  HRESULT GCRUCIBLE_STDCALL JITCompilationStarted(FunctionID function, BOOL safe_to_block) override {
    safe.push_back(safe_to_block);
    return report("compile " + number_of(function));
  }
  HRESULT GCRUCIBLE_STDCALL JITCompilationFinished(FunctionID, HRESULT status, BOOL safe_to_block) override {
    safe.push_back(safe_to_block);
    return report(status == S_OK ? "compiled" : "not compiled");
  }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int, BOOL[], COR_PRF_GC_REASON) override {
    return report("collection");
  }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID object, ClassID type) override {
    if (high_ == 0) return S_OK;
    CHECK(type == event_class_);
    std::memcpy(&first_word, reinterpret_cast<const void*>(object), sizeof first_word);
    objects.push_back(object);
    return report("allocated");
  }
  HRESULT GCRUCIBLE_STDCALL EventPipeEventDelivered(EVENTPIPE_PROVIDER, DWORD number, DWORD version,
                                                    ULONG metadata_bytes, LPCBYTE, ULONG bytes, LPCBYTE data,
                                                    LPCGUID activity, LPCGUID related, ThreadID, ULONG frames,
                                                    UINT_PTR[]) override {
    CHECK(number == 10);
    CHECK(version == 4);
    CHECK(metadata_bytes == 26);
    CHECK((activity != nullptr && related == nullptr && frames == 0));
    constexpr std::size_t kAroundName = 4 + 4 + 2 + 8 + 8 + 2 + 4 + 8 + 8;
    const std::string name = "Node";
    REQUIRE(bytes == kAroundName + 2 * name.size());
    ObjectID object = 0;
    std::memcpy(&object, data + bytes - 16, sizeof object);
    std::memcpy(&event_class_, data + 18, sizeof event_class_);
    std::memcpy(&first_word, reinterpret_cast<const void*>(object), sizeof first_word);
    CHECK(first_word == 0);
    objects.push_back(object);
    return report("event");
  }

 private:
  HRESULT report(std::string what) {
    reported.push_back(std::move(what));
    return S_OK;
  }
  HRESULT modules() {
    ICorProfilerModuleEnum* all = nullptr;
    const HRESULT hr = info_->EnumModules(&all);
    if (succeeded(hr)) all->Release();
    return hr;
  }
  // Functions are numbered in the order in which they are first reported.
  std::string number_of(FunctionID function) {
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      if (functions_[i] == function) return std::to_string(i);
    }
    functions_.push_back(function);
    return std::to_string(functions_.size() - 1);
  }

  DWORD high_;
  ICorProfilerInfo5* info_ = nullptr;
  ClassID class_ = 0;
  ClassID event_class_ = 0;
  std::vector<FunctionID> functions_;
};

TEST_CASE("throw: callbacks come as in .NET and the object may move in a finally block") {
  Build build;
  const std::uint32_t node = build.node();
  build.object(node);
  const std::uint32_t failure = build.object(node);
  const std::uint32_t thrower = build.function("Thrower"), middle = build.function("Middle"),
                      catcher = build.function("Catcher");
  build.add(program::Throw{
      .object = failure, .frames = {thrower, middle}, .catcher = catcher, .finally = {middle, catcher}});
  build.collect(Generation::k0);
  build.add(program::CatchThrown{});
  CodeWatcher watcher;
  CHECK(!run_profiler(build.program, watcher).error);
  CHECK(watcher.reported == std::vector<std::string>{"thrown",     "search 0", "searched", "search 1",
                                                     "searched",   "search 2", "found 2",  "searched",
                                                     "unwind 0",   "unwound",  "unwind 1", "finally 1",
                                                     "collection", "finished", "unwound",  "unwind 2",
                                                     "finally 2",  "finished", "catch 2",  "caught"});
  REQUIRE(watcher.objects.size() == 2);
  CHECK(watcher.objects[0] != watcher.objects[1]);
  CHECK(watcher.class_in_search == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  CHECK(watcher.modules_in_search == S_OK);
  CHECK(watcher.modules_in_unwind == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
}

TEST_CASE("throw: exceptions nest and a filter runs in the search") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t outer = build.object(node), inner = build.object(node);
  const std::uint32_t catcher = build.function("Catcher"), filter = build.function("Filter");
  build.add(program::Throw{.object = outer, .catcher = catcher, .filters = {catcher}});
  build.add(program::Throw{.object = inner, .catcher = filter, .finally = {filter}});
  build.add(program::CatchThrown{});
  build.add(program::CatchThrown{});
  CodeWatcher watcher;
  CHECK(!run_profiler(build.program, watcher).error);
  CHECK(watcher.reported == std::vector<std::string>{"thrown", "search 0", "filter 0", "thrown", "search 1",
                                                     "found 1", "searched", "unwind 1", "finally 1",
                                                     "finished", "catch 1", "caught", "filtered", "found 0",
                                                     "searched", "unwind 0", "catch 0", "caught"});
}

TEST_CASE("compile: safe-to-block is TRUE unless the step says otherwise") {
  Build build("documented");
  const std::uint32_t function = build.function("Main");
  build.add(program::Compile{.function = function});
  build.add(program::Compile{.function = function, .safe_to_block = false});
  CodeWatcher watcher;
  CHECK(!run_profiler(build.program, watcher).error);
  CHECK(watcher.reported == std::vector<std::string>{"compile 0", "compiled", "compile 0", "compiled"});
  CHECK(watcher.safe == std::vector<BOOL>{1, 1, 0, 0});
}

TEST_CASE("sampled: AllocationTick is delivered before ObjectAllocated") {
  Build build;
  program::Allocate sampled;
  sampled.type = build.node();
  sampled.sampled = true;
  build.add(sampled);
  CodeWatcher watcher(COR_PRF_HIGH_MONITOR_EVENT_PIPE);
  CHECK(!run_profiler(build.program, watcher).error);
  CHECK(watcher.reported == std::vector<std::string>{"event", "allocated"});
  REQUIRE(watcher.objects.size() == 2);
  CHECK(watcher.objects[0] == watcher.objects[1]);
  CHECK(watcher.first_word != 0);
}

// The amounts, kinds and object sizes of AllocationTick.
class TickWatcher final : public CallbackBase {
 public:
  struct Tick {
    std::uint64_t amount = 0;
    std::uint32_t kind = 0;
    std::uint64_t size = 0;
    friend bool operator==(const Tick&, const Tick&) = default;
  };
  std::vector<Tick> ticks;
  std::size_t allocated = 0;

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    if (failed(runtime->QueryInterface(ICorProfilerInfo12::iid, &found))) return E_NOINTERFACE;
    auto* const info = static_cast<ICorProfilerInfo12*>(found);
    static constexpr WCHAR kProvider[] = u"Microsoft-Windows-DotNETRuntime";
    COR_PRF_EVENTPIPE_PROVIDER_CONFIG provider{kProvider, 1, COR_PRF_EVENTPIPE_VERBOSE, nullptr};
    EVENTPIPE_SESSION session = 0;
    info->EventPipeStartSession(1, &provider, 0, &session);
    const HRESULT hr = info->SetEventMask2(COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED,
                                           COR_PRF_HIGH_MONITOR_EVENT_PIPE);
    info->Release();
    return hr;
  }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID, ClassID) override {
    ++allocated;
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL EventPipeEventDelivered(EVENTPIPE_PROVIDER, DWORD, DWORD, ULONG, LPCBYTE,
                                                    ULONG bytes, LPCBYTE data, LPCGUID, LPCGUID, ThreadID,
                                                    ULONG, UINT_PTR[]) override {
    Tick tick;
    std::memcpy(&tick.kind, data + 4, sizeof tick.kind);
    std::memcpy(&tick.amount, data + 10, sizeof tick.amount);
    std::memcpy(&tick.size, data + bytes - 8, sizeof tick.size);
    ticks.push_back(tick);
    return S_OK;
  }
};

TEST_CASE("AllocationTick: each kind of heap has an event for more than 100 KB, with the sum") {
  Build build;
  const std::uint32_t bytes = build.array("Byte[]", 0x05, 1);
  // Only small arrays exceed the interval at first.
  for (int i = 0; i < 3; ++i) build.object(bytes, 40'000 - 24);
  build.object(bytes, 100'000 - 24);
  build.object(bytes, 1'000 - 24, Generation::kPinned);
  TickWatcher watcher;
  CHECK(!run_profiler(build.program, watcher).error);
  CHECK(watcher.ticks == std::vector<TickWatcher::Tick>{{120'000, 0, 40'000}});
  CHECK(watcher.allocated == 5);
  build.object(bytes, 100'000 - 24);
  build.object(bytes, 102'000 - 24, Generation::kPinned);
  TickWatcher longer;
  CHECK(!run_profiler(build.program, longer).error);
  CHECK(longer.ticks ==
        std::vector<TickWatcher::Tick>{{120'000, 0, 40'000}, {200'000, 1, 100'008}, {103'000, 2, 102'000}});
}

}  // namespace
}  // namespace gcrucible::tests
