// What a profiler's threads may do while a callback waits for them.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;
using std::chrono::milliseconds;
using std::chrono::seconds;

// Does work on a separate thread, as a profiler's thread would. The destructor joins the thread.
class Aside {
 public:
  // Returns whether the work ended soon enough.
  template <typename Work>
  bool over(Work work) {
    std::promise<void> promise;
    std::future<void> done = promise.get_future();
    thread_ = std::thread([work, promise = std::move(promise)]() mutable {
      here = true;
      work();
      promise.set_value();
    });
    return done.wait_for(seconds(5)) == std::future_status::ready;
  }
  ~Aside() {
    if (thread_.joinable()) thread_.join();
  }
  // Whether the calling thread is such a thread.
  static inline thread_local bool here = false;

 private:
  std::thread thread_;
};

constexpr DWORD kMask = COR_PRF_MONITOR_GC | COR_PRF_MONITOR_THREADS;

TEST_CASE("preemptive mode: after ForceGC in a callback other threads may read the heap") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t object = build.object(node);
  build.root(object);
  build.collect(program::Generation::k0);
  for (int i = 0; i < 500; ++i) build.object(node);
  Witness witness(COR_PRF_MONITOR_GC);
  std::thread own;
  Aside helper;
  std::atomic<int> collections{0};
  std::atomic<bool> looked{false};
  witness.react = [&](const Seen& seen) {
    NewestInfo& info = *witness.info;
    if (seen.method == CallbackMethod::kHandleCreated) info.ForceGC();
    if (seen.method == CallbackMethod::kGarbageCollectionStarted && ++collections == 2)
      looked = helper.over([&] { info.GetObjectIDFromHandle(nullptr, nullptr); });
    if (seen.method == CallbackMethod::kGarbageCollectionFinished && !own.joinable()) {
      const ObjectID id = witness.clr->engine().address_of(object);
      own = std::thread([&, id] {
        ObjectHandleID handle = nullptr;
        info.CreateHandle(id, COR_PRF_HANDLE_TYPE_STRONG, &handle);
      });
      std::this_thread::sleep_for(milliseconds(20));
    }
    if (seen.method == CallbackMethod::kShutdown) own.join();
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(collections == 2);
  CHECK(looked);
}

TEST_CASE("preemptive mode: ForceGC and SuspendRuntime proceed during the callback") {
  for (const bool collects : {true, false}) {
    INFO(collects);
    Build build;
    const std::uint32_t node = build.node();
    build.root(build.object(node));
    const std::uint32_t worker = build.thread("worker");
    build.add(program::StartThread{worker});
    build.add(program::Allocate{.thread = worker, .type = node});
    build.add(program::EndThread{worker});
    Witness witness(kMask | COR_PRF_MONITOR_SUSPENDS);
    std::vector<std::string> over, hung;
    std::vector<std::uint64_t> foreign;
    witness.react = [&](const Seen& seen) {
      // A collecting thread is also reported, and so is its end.
      if (seen.method == CallbackMethod::kThreadCreated && Aside::here) foreign.push_back(seen.first);
      if (Aside::here || std::find(foreign.begin(), foreign.end(), seen.first) != foreign.end()) return S_OK;
      // On the first thread and on another one, while nothing else of the program runs.
      if (seen.method != CallbackMethod::kThreadCreated &&
          seen.method != CallbackMethod::kThreadNameChanged &&
          seen.method != CallbackMethod::kThreadDestroyed) {
        return S_OK;
      }
      Aside aside;
      const bool came_back = aside.over([&] {
        if (collects) {
          CHECK(witness.info->ForceGC() == S_OK);
        } else {
          CHECK(witness.info->SuspendRuntime() == S_OK);
          CHECK(witness.info->ResumeRuntime() == S_OK);
        }
      });
      (came_back ? over : hung).emplace_back(seen.name());
      return S_OK;
    };
    REQUIRE(!run(build.program, witness).error);
    CHECK(over ==
          std::vector<std::string>{"ThreadCreated", "ThreadCreated", "ThreadNameChanged", "ThreadDestroyed"});
    CHECK(hung.empty());
    CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == (collects ? 4 : 0));
  }
}

TEST_CASE("preemptive mode: a callback returns only after the runtime is resumed") {
  Build build;
  build.object(build.node());
  Witness witness(kMask);
  std::thread own;
  std::atomic<bool> resumed{false};
  bool early = false, reported = false;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kThreadCreated) {
      std::promise<void> suspended;
      own = std::thread([&] {
        CHECK(witness.info->SuspendRuntime() == S_OK);
        suspended.set_value();
        std::this_thread::sleep_for(milliseconds(50));
        resumed = true;
        CHECK(witness.info->ResumeRuntime() == S_OK);
      });
      suspended.get_future().wait();
    }
    if (seen.method == CallbackMethod::kThreadAssignedToOSThread) {
      reported = true;
      early = !resumed;
    }
    if (seen.method == CallbackMethod::kShutdown) own.join();
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(reported);
  CHECK(!early);
}

// Reports the loads of one class and of its module.
class LoadListener final : public CallbackBase {
 public:
  std::function<void()> module_started, class_started, assembly_finished, allocated, resumed, shut_down;
  NewestInfo* info = nullptr;
  clr::Clr* clr = nullptr;
  std::uint32_t type = 0;

  const clr::ClassEntry& entry() const { return clr->classes().at(static_cast<sim::TypeIndex>(type)); }
  const clr::LoadedModule& module() const { return clr->loads().module_at(entry().module); }
  HRESULT ask(ClassID& id) const { return info->GetClassFromToken(module().id, entry().token, &id); }

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* out = nullptr;
    CHECK(runtime->QueryInterface(NewestInfo::iid, &out) == S_OK);
    info = static_cast<NewestInfo*>(out);
    return info->SetEventMask(COR_PRF_MONITOR_CLASS_LOADS | COR_PRF_MONITOR_MODULE_LOADS |
                              COR_PRF_MONITOR_ASSEMBLY_LOADS | COR_PRF_MONITOR_GC | COR_PRF_MONITOR_SUSPENDS |
                              COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED);
  }
  HRESULT GCRUCIBLE_STDCALL ModuleLoadStarted(ModuleID loaded) override {
    if (loaded == module().id && module_started) module_started();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL AssemblyLoadFinished(AssemblyID loaded, HRESULT) override {
    if (loaded == module().assembly && assembly_finished) assembly_finished();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ClassLoadStarted(ClassID loaded) override {
    if (loaded == entry().id && class_started) class_started();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID, ClassID) override {
    if (allocated) allocated();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL RuntimeResumeFinished() override {
    if (resumed) resumed();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    if (shut_down) shut_down();
    return S_OK;
  }

  // Queries the class of `other`. This loads the class inside the current callback.
  HRESULT load(std::uint32_t other) const {
    const clr::ClassEntry& wanted = clr->classes().at(static_cast<sim::TypeIndex>(other));
    ClassID id = 0;
    return info->GetClassFromToken(clr->loads().module_at(wanted.module).id, wanted.token, &id);
  }
};

std::uint32_t type_of(Build& build, const std::string& assembly, const std::string& name) {
  program::TypeSpec spec;
  spec.name = name;
  spec.assembly = assembly;
  return build.type(spec);
}

TEST_CASE("loads: another thread gets a class whose load is being reported") {
  Build build;
  const std::uint32_t node = build.node();
  build.object(node);
  LoadListener listener;
  listener.type = node;
  Aside aside;
  HRESULT hr = E_FAIL;
  ClassID id = 0, own_id = 0;
  bool over = false;
  listener.class_started = [&] {
    CHECK(listener.ask(own_id) == S_OK);
    over = aside.over([&] { hr = listener.ask(id); });
  };
  REQUIRE(!run_profiler(build.program, listener, {}, [&](clr::Clr& clr) { listener.clr = &clr; }).error);
  CHECK(over);
  CHECK(hr == S_OK);
  CHECK(id != 0);
  CHECK(id == own_id);
}

TEST_CASE("loads: no class is reported before its module") {
  Build build;
  build.object(type_of(build, "books", "Book"));
  LoadListener listener;
  listener.type = 0;
  std::thread other;
  bool finished = false;
  int early = 0, classes = 0;
  listener.module_started = [&] {
    other = std::thread([&] {
      ClassID id = 0;
      CHECK(listener.ask(id) == S_OK);
    });
    std::this_thread::sleep_for(milliseconds(50));
  };
  listener.class_started = [&] {
    ++classes;
    early += finished ? 0 : 1;
  };
  listener.assembly_finished = [&] { finished = true; };
  listener.shut_down = [&] { other.join(); };
  REQUIRE(!run_profiler(build.program, listener, {}, [&](clr::Clr& clr) { listener.clr = &clr; }).error);
  CHECK(classes == 1);
  CHECK(early == 0);
}

TEST_CASE("loads: the program waits for a module that a profiler thread loads") {
  Build build;
  const std::uint32_t first = build.node("First");
  const std::uint32_t book = type_of(build, "books", "Book");
  const std::uint32_t child = type_of(build, "", "Child");
  build.program.types[child].parent = book;
  build.object(first);
  build.object(child);
  LoadListener listener;
  listener.type = book;
  std::thread other;
  std::promise<void> loading;
  std::atomic<bool> finished{false};
  int allocations = 0;
  bool early = false;
  listener.allocated = [&] {
    if (++allocations == 2) {
      early = !finished;
      return;
    }
    // Loading the child needs the other module. A thread of the profiler has begun to load that module.
    other = std::thread([&] {
      const clr::ClassEntry& entry = listener.clr->classes().at(static_cast<sim::TypeIndex>(child));
      ClassID id = 0;
      listener.info->GetClassFromToken(listener.clr->loads().module_at(entry.module).id, entry.token, &id);
    });
    loading.get_future().wait();
  };
  listener.module_started = [&] {
    loading.set_value();
    // After this time the program waits. A collection must still be possible.
    std::this_thread::sleep_for(milliseconds(50));
    CHECK(listener.info->ForceGC() == S_OK);
  };
  listener.assembly_finished = [&] { finished = true; };
  listener.shut_down = [&] { other.join(); };
  REQUIRE(!run_profiler(build.program, listener, {}, [&](clr::Clr& clr) { listener.clr = &clr; }).error);
  CHECK(allocations == 2);
  CHECK(!early);
}

TEST_CASE("loads: after a class load in a callback other threads may read the heap") {
  for (const bool allocating : {true, false}) {
    INFO(allocating);
    Build build;
    const std::uint32_t node = build.node();
    const std::uint32_t late = type_of(build, "", "Late");
    build.object(node);
    if (!allocating) build.collect(program::Generation::k0);
    LoadListener listener;
    listener.type = late;
    Aside aside;
    int loads = 0;
    bool looked = false;
    listener.class_started = [&] { ++loads; };
    const auto react = [&] {
      if (loads != 0) return;
      CHECK(listener.load(late) == S_OK);
      looked = aside.over([&] { listener.info->GetObjectIDFromHandle(nullptr, nullptr); });
    };
    (allocating ? listener.allocated : listener.resumed) = react;
    REQUIRE(!run_profiler(build.program, listener, {}, [&](clr::Clr& clr) { listener.clr = &clr; }).error);
    CHECK(loads == 1);
    CHECK(looked);
  }
}

TEST_CASE("loads: a collection during a load in ObjectAllocated keeps the new objects") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t late = type_of(build, "", "Late");
  constexpr std::uint32_t first = 0;
  build.add(program::Allocate{.type = node, .count = 3});
  build.root(first);
  build.collect(program::Generation::k2);
  LoadListener listener;
  listener.type = late;
  Aside aside;
  int allocations = 0, dead = 0;
  bool over = false;
  listener.class_started = [&] { over = aside.over([&] { CHECK(listener.info->ForceGC() == S_OK); }); };
  listener.allocated = [&] {
    if (++allocations != 2) return;
    CHECK(listener.load(late) == S_OK);
    for (std::uint32_t i = 0; i < 2; ++i) dead += listener.clr->engine().object(first + i)->dead ? 1 : 0;
  };
  const RunResult result =
      run_profiler(build.program, listener, {}, [&](clr::Clr& clr) { listener.clr = &clr; });
  REQUIRE(!result.error);
  CHECK(allocations == 3);
  CHECK(over);
  CHECK(dead == 0);
  CHECK(result.lines("\"audit\"").empty());
  // The step that protected them is over.
  CHECK(result.lines("\"deaths\":[1,2]").size() == 1);
}

}  // namespace
}  // namespace gcrucible::tests
