// Managed threads: the callbacks that they cause, and the native thread of each.
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Generation;

TEST_CASE("threads: creation and name and end are reported on the thread itself") {
  Build build;
  const std::uint32_t worker = build.thread("worker");
  const std::uint32_t unnamed = build.thread();
  build.add(program::StartThread{worker});
  build.add(program::StartThread{unnamed});
  build.add(program::EndThread{worker});
  build.add(program::EndThread{unnamed});
  Witness witness(abi::COR_PRF_MONITOR_THREADS);
  std::vector<abi::ThreadID> current;
  std::vector<std::size_t> living;
  witness.react = [&](const Seen& seen) {
    abi::ThreadID id = 0;
    if (seen.method != CallbackMethod::kShutdown) {
      CHECK(witness.info->GetCurrentThreadID(&id) == abi::S_OK);
      CHECK(id == seen.first);
      abi::DWORD native = 0;
      CHECK(witness.info->GetThreadInfo(id, &native) == abi::S_OK);
      if (seen.method == CallbackMethod::kThreadAssignedToOSThread) CHECK(native == seen.second);
    }
    abi::ICorProfilerThreadEnum* threads = nullptr;
    REQUIRE(witness.info->EnumThreads(&threads) == abi::S_OK);
    abi::ULONG count = 0;
    CHECK(threads->GetCount(&count) == abi::S_OK);
    CHECK(threads->Release() == 0);
    living.push_back(count);
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  const auto all = witness.seen();
  std::vector<std::string> names;
  for (const Seen& each : all) names.emplace_back(each.name());
  CHECK(names == std::vector<std::string>{"ThreadCreated", "ThreadAssignedToOSThread",    // main
                                          "ThreadCreated", "ThreadAssignedToOSThread",    // worker
                                          "ThreadNameChanged", "ThreadCreated",           // its name
                                          "ThreadAssignedToOSThread", "ThreadDestroyed",  //
                                          "ThreadDestroyed", "Shutdown"});
  CHECK(all[0].thread == all[1].thread);
  CHECK(all[2].thread == all[4].thread);
  CHECK(all[2].thread == all[7].thread);
  CHECK(all[2].thread != all[0].thread);
  CHECK(all[5].thread != all[2].thread);
  CHECK(all[4].text == u"worker");
  CHECK(living == std::vector<std::size_t>{1, 1, 2, 2, 2, 3, 3, 3, 2, 1});
}

TEST_CASE("threads: allocations and collections are reported on the thread that makes them") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t worker = build.thread();
  build.add(program::StartThread{worker});
  build.object(node);
  build.add(program::Allocate{.thread = worker, .type = node});
  program::Collect collect = Build::collection(Generation::k0);
  collect.thread = worker;
  build.add(collect);
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS | abi::COR_PRF_MONITOR_THREADS |
                  abi::COR_PRF_MONITOR_OBJECT_ALLOCATED | abi::COR_PRF_ENABLE_OBJECT_ALLOCATED);
  REQUIRE(!run(build.program, witness).error);
  const auto created = witness.seen(CallbackMethod::kThreadCreated);
  REQUIRE(created.size() == 2);
  const auto allocated = witness.seen(CallbackMethod::kObjectAllocated);
  REQUIRE(allocated.size() == 2);
  CHECK(allocated[0].thread == created[0].thread);
  CHECK(allocated[1].thread == created[1].thread);
  for (const CallbackMethod method :
       {CallbackMethod::kGarbageCollectionStarted, CallbackMethod::kGarbageCollectionFinished,
        CallbackMethod::kRuntimeThreadSuspended, CallbackMethod::kRuntimeThreadResumed,
        CallbackMethod::kRuntimeSuspendStarted, CallbackMethod::kRuntimeResumeFinished}) {
    const auto calls = witness.seen(method);
    INFO(abi::name_of(method));
    REQUIRE(calls.size() == 2);
    CHECK(calls[0].thread == created[1].thread);
    CHECK(calls[1].thread == created[0].thread);
  }
  const auto suspended = witness.seen(CallbackMethod::kRuntimeThreadSuspended);
  CHECK(suspended[0].first == created[1].first);
  CHECK(suspended[1].first == created[0].first);
  CHECK(witness.seen(CallbackMethod::kRuntimeSuspendStarted)[0].first == abi::COR_PRF_SUSPEND_FOR_GC);
}

TEST_CASE("suspension: one without a collection has its reason and ends at once") {
  Build build;
  build.add(program::Suspend{.reason = abi::COR_PRF_SUSPEND_FOR_SHUTDOWN});
  Witness witness(abi::COR_PRF_MONITOR_SUSPENDS | abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.order() == std::vector<std::string>{"RuntimeSuspendStarted", "RuntimeThreadSuspended",
                                                    "RuntimeSuspendFinished", "RuntimeResumeStarted",
                                                    "RuntimeThreadResumed", "RuntimeResumeFinished"});
  CHECK(witness.seen(CallbackMethod::kRuntimeSuspendStarted).at(0).first ==
        abi::COR_PRF_SUSPEND_FOR_SHUTDOWN);
}

// Enough steps that a thread of the profiler runs between them.
program::Program many_steps(int collections) {
  Build build;
  const std::uint32_t node = build.node();
  build.root(build.object(node));
  for (int i = 0; i < collections; ++i) {
    for (int k = 0; k < 20; ++k) build.object(node);
    build.collect(Generation::k0);
  }
  return build.program;
}

TEST_CASE("handles: a profiler thread may create and destroy them during collections") {
  const program::Program program = many_steps(60);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> object{0};
  std::thread own;
  std::atomic<int> made{0};
  std::atomic<int> wrong{0};  // Catch2 needs its macros on one thread
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kGarbageCollectionFinished) {
      object = witness.clr->engine().address_of(0);
      if (made == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (!own.joinable()) {
        own = std::thread([&] {
          std::vector<abi::ObjectHandleID> handles;
          while (!stop) {
            abi::ObjectHandleID handle = nullptr;
            // The object may be moving. Then there is no object at this address.
            if (witness.info->CreateHandle(object, abi::COR_PRF_HANDLE_TYPE_STRONG, &handle) == abi::S_OK) {
              handles.push_back(handle);
              ++made;
            }
            if (handles.size() > 3) {
              abi::ObjectID held = 0;
              wrong += witness.info->GetObjectIDFromHandle(handles.front(), &held) == abi::S_OK ? 0 : 1;
              wrong += witness.info->DestroyHandle(handles.front()) == abi::S_OK ? 0 : 1;
              wrong += witness.info->DestroyHandle(handles.front()) == abi::E_INVALIDARG ? 0 : 1;
              handles.erase(handles.begin());
            }
          }
        });
      }
    }
    if (seen.method == CallbackMethod::kShutdown) {
      stop = true;
      if (own.joinable()) own.join();
    }
    return abi::S_OK;
  };
  const RunResult result = run(program, witness);
  REQUIRE(!result.error);
  CHECK(made > 0);
  CHECK(wrong == 0);
  CHECK(result.lines("\"model\":\"audit\"") == std::vector<std::string>{});
}

TEST_CASE("SuspendRuntime: a profiler thread may suspend and resume between steps") {
  const program::Program program = many_steps(40);
  Witness witness(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS);
  std::thread own;
  std::atomic<int> suspensions{0};
  std::atomic<int> wrong{0};
  std::atomic<bool> stop{false};
  std::atomic<bool> suspended{false};
  std::atomic<bool> reported_while_suspended{false};
  witness.react = [&](const Seen& seen) {
    // The profiler's own suspension is reported on its own thread.
    if (suspended && seen.method == CallbackMethod::kGarbageCollectionStarted)
      reported_while_suspended = true;
    // The collection's suspension is over here, so the other thread is the next to get the world.
    if (seen.method == CallbackMethod::kRuntimeResumeFinished && suspensions == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (seen.method == CallbackMethod::kGarbageCollectionStarted && !own.joinable()) {
      own = std::thread([&] {
        while (!stop && suspensions < 5) {
          const abi::HRESULT hr = witness.info->SuspendRuntime();
          if (hr == abi::CORPROF_E_SUSPENSION_IN_PROGRESS) continue;  // for a collection
          wrong += hr == abi::S_OK ? 0 : 1;
          suspended = true;
          wrong += witness.info->SuspendRuntime() == abi::CORPROF_E_SUSPENSION_IN_PROGRESS ? 0 : 1;
          int objects = 0;
          const auto count = [](abi::ObjectID, void* all) -> abi::BOOL {
            ++*static_cast<int*>(all);
            return 1;
          };
          wrong += witness.info->EnumerateGCHeapObjects(count, &objects) == abi::S_OK ? 0 : 1;
          wrong += objects > 0 ? 0 : 1;
          suspended = false;
          wrong += witness.info->ResumeRuntime() == abi::S_OK ? 0 : 1;
          wrong += witness.info->ResumeRuntime() == abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE ? 0 : 1;
          ++suspensions;
        }
      });
    }
    if (seen.method == CallbackMethod::kShutdown) {
      stop = true;
      if (own.joinable()) own.join();
    }
    return abi::S_OK;
  };
  REQUIRE(run(program, witness).error.value_or("") == "");
  CHECK(suspensions > 0);
  CHECK(wrong == 0);
  CHECK(!reported_while_suspended);
  int for_profiler = 0;
  for (const Seen& each : witness.seen(CallbackMethod::kRuntimeSuspendStarted)) {
    for_profiler += each.first == abi::COR_PRF_SUSPEND_FOR_PROFILER ? 1 : 0;
  }
  CHECK(for_profiler == suspensions);
}

}  // namespace
}  // namespace gcrucible::tests
