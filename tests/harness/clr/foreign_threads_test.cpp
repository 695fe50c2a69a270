// Threads of the profiler that ForceGC turns into managed threads: their beginning and their end. As observed
// in .NET 10, with a profiler that forced collections on its own thread.
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

std::vector<ThreadID> threads_of(NewestInfo& info) {
  std::vector<ThreadID> ids;
  ICorProfilerThreadEnum* all = nullptr;
  REQUIRE(info.EnumThreads(&all) == S_OK);
  ThreadID id = 0;
  for (ULONG fetched = 0; all->Next(1, &id, &fetched) == S_OK;) ids.push_back(id);
  all->Release();
  return ids;
}

bool has(const std::vector<ThreadID>& ids, ThreadID id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// No later step names the objects. A forced collection may happen at any step and lets them die.
program::Program allocating() {
  Build build;
  const std::uint32_t node = build.node();
  for (int i = 0; i < 301; ++i) build.object(node);
  return build.program;
}

constexpr DWORD kAllocations = COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED;

// A thread-local whose destructor calls the runtime after the runtime's own thread-locals are destroyed.
struct Farewell {
  std::function<void()> say;
  Farewell() = default;
  Farewell(const Farewell&) = delete;
  Farewell& operator=(const Farewell&) = delete;
  ~Farewell() {
    if (say) say();
  }
};

TEST_CASE("foreign threads: one that forces a collection is created and destroyed") {
  const program::Program program = allocating();
  Witness witness(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_SUSPENDS | COR_PRF_MONITOR_THREADS | kAllocations);
  std::thread own;
  std::thread::id own_id;
  std::vector<ThreadID> before, during, at_end;
  ThreadID created = 0, current = 0, last = 1;
  HRESULT nested = S_OK, known = E_FAIL, forced = E_FAIL, last_current = S_OK, forgotten = S_OK;
  int allocated = 0;
  std::atomic<bool> collected{false};
  witness.react = [&](const Seen& seen) {
    NewestInfo& info = *witness.info;
    if (seen.method == CallbackMethod::kThreadCreated && seen.thread == own_id) {
      created = seen.first;
      info.GetCurrentThreadID(&current);
      DWORD number = 0;
      known = info.GetThreadInfo(created, &number);
      during = threads_of(info);
      nested = info.ForceGC();
    }
    // Not at the first object, because it has no root yet.
    if (seen.method == CallbackMethod::kObjectAllocated && ++allocated == 2) {
      before = threads_of(info);
      std::promise<void> named;
      own = std::thread([&, wait = named.get_future()] {
        wait.wait();
        thread_local Farewell farewell;
        farewell.say = [&] {
          last_current = info.GetCurrentThreadID(&last);
          at_end = threads_of(info);
        };
        forced = info.ForceGC();
      });
      own_id = own.get_id();
      named.set_value();
    }
    // The forced collection waits for the end of a step.
    if (seen.method == CallbackMethod::kRuntimeResumeFinished) collected = true;
    if (seen.method == CallbackMethod::kObjectAllocated && own.joinable() && !collected) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (seen.method == CallbackMethod::kObjectAllocated && collected && own.joinable()) {
      own.join();
      DWORD number = 0;
      forgotten = info.GetThreadInfo(created, &number);
    }
    return S_OK;
  };
  REQUIRE(run(program, witness).error.value_or("") == "");
  CHECK(forced == S_OK);
  CHECK(created != 0);
  CHECK(current == created);
  CHECK(known == S_OK);
  CHECK(nested == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  CHECK(!has(before, created));
  CHECK(has(during, created));
  CHECK(last_current == CORPROF_E_NOT_MANAGED_THREAD);
  CHECK(!has(at_end, created));
  CHECK(forgotten == E_INVALIDARG);

  std::vector<std::string> order;
  for (const Seen& each : witness.seen()) {
    if (each.thread == own_id && order.size() < 5) order.emplace_back(each.name());
  }
  CHECK(order == std::vector<std::string>{"ThreadCreated", "ThreadAssignedToOSThread",
                                          "RuntimeSuspendStarted", "RuntimeThreadSuspended",
                                          "RuntimeSuspendFinished"});
  const std::vector<Seen> destroyed = witness.seen(CallbackMethod::kThreadDestroyed);
  REQUIRE(destroyed.size() == 1);
  CHECK(destroyed[0].first == created);
  // Not on a thread of the program. Another thread may have reused the number of the ended one.
  CHECK(destroyed[0].thread != witness.seen(CallbackMethod::kThreadCreated)[0].thread);
}

TEST_CASE("ForceGC: no ids left for a new thread -> E_OUTOFMEMORY") {
  const program::Program program = allocating();
  Witness witness(COR_PRF_MONITOR_GC | kAllocations);
  HRESULT forced = S_OK;
  std::thread own;
  std::atomic<bool> over{false};
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kObjectAllocated && !own.joinable()) {
      while (witness.clr->ids().take_id() != 0) {
      }
      own = std::thread([&] {
        forced = witness.info->ForceGC();
        over = true;
      });
    }
    if (seen.method == CallbackMethod::kObjectAllocated && !over) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (seen.method == CallbackMethod::kShutdown) own.join();
    return S_OK;
  };
  REQUIRE(run(program, witness).error.value_or("") == "");
  CHECK(forced == E_OUTOFMEMORY);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == 0);
}

TEST_CASE("foreign threads: ForceGC works while the thread ends") {
  const program::Program program = allocating();
  // Also arrays, from memory that the thread keeps for them as long as possible.
  Witness witness(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_THREADS | kAllocations);
  HRESULT forced = E_FAIL, again = E_FAIL;
  std::thread own;
  std::atomic<bool> over{false};
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kObjectAllocated && !own.joinable()) {
      own = std::thread([&] {
        thread_local Farewell farewell;
        farewell.say = [&] {
          again = witness.info->ForceGC();
          over = true;
        };
        forced = witness.info->ForceGC();
      });
    }
    if (seen.method == CallbackMethod::kObjectAllocated && !over) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (seen.method == CallbackMethod::kShutdown) own.join();
    return S_OK;
  };
  REQUIRE(run(program, witness).error.value_or("") == "");
  CHECK(forced == S_OK);
  CHECK(again == S_OK);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionFinished) == 2);
  CHECK(witness.count(CallbackMethod::kThreadDestroyed) == 1);
}

TEST_CASE("foreign threads: destructors of an ending thread may use the heap and collect") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t worker = build.thread("worker");
  build.root(build.object(node));
  build.add(program::StartThread{worker});
  build.add(program::Allocate{.thread = worker, .type = node});
  build.add(program::EndThread{worker});
  Witness witness(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_THREADS | kAllocations);
  HRESULT handle_made = E_FAIL, forced = E_FAIL, current = S_OK;
  int allocated = 0;
  witness.react = [&](const Seen& seen) {
    NewestInfo& info = *witness.info;
    if (seen.method == CallbackMethod::kObjectAllocated && ++allocated == 2) {
      thread_local Farewell farewell;
      farewell.say = [&] {
        ThreadID none = 0;
        current = info.GetCurrentThreadID(&none);
        ObjectID object = 0;
        {
          const clr::World::Look look(witness.clr->world());
          object = witness.clr->engine().address_of(0);
        }
        ObjectHandleID handle = nullptr;
        handle_made = info.CreateHandle(object, COR_PRF_HANDLE_TYPE_STRONG, &handle);
        forced = info.ForceGC();
      };
    }
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(allocated == 2);
  CHECK(current == CORPROF_E_NOT_MANAGED_THREAD);
  CHECK(handle_made == S_OK);
  CHECK(forced == S_OK);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == 1);
}

TEST_CASE("ask: its object and handle are found while a profiler thread collects") {
  Build build;
  const std::uint32_t node = build.node();
  build.root(build.object(node));
  const std::uint32_t handle = build.handle(program::CreateHandle::Kind::kStrong, 0);
  build.object(node);
  constexpr int kQuestions = 200;
  for (int i = 0; i < kQuestions; ++i) {
    build.add(
        program::Ask{.slot = static_cast<std::uint16_t>(InfoMethod::kGetObjectGeneration), .object = 0});
    build.add(program::Ask{.slot = static_cast<std::uint16_t>(InfoMethod::kGetObjectIDFromHandle),
                           .handle = handle});
    build.handle(program::CreateHandle::Kind::kWeakShort, 0);
  }
  Witness witness(COR_PRF_MONITOR_GC | kAllocations);
  std::thread own;
  std::atomic<bool> stop{false};
  int allocated = 0;
  witness.react = [&](const Seen& seen) {
    // Not at the first object, because it has no root yet.
    if (seen.method == CallbackMethod::kObjectAllocated && ++allocated == 2) {
      own = std::thread([&] {
        while (!stop) witness.info->ForceGC();
      });
    }
    if (seen.method == CallbackMethod::kShutdown) {
      stop = true;
      own.join();
    }
    return S_OK;
  };
  const RunResult result = run(build.program, witness);
  REQUIRE(!result.error);
  CHECK(result.lines("\"model\":\"answer\"").size() == 2 * kQuestions);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) > 0);
}

}  // namespace
}  // namespace gcrucible::tests
