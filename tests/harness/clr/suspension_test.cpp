// Actions that a suspension by the profiler delays, and actions that it does not. As observed in .NET 10.
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;
using std::chrono::milliseconds;

constexpr DWORD kAllocations = COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED;

// Resumes the runtime on a separate thread after a while.
class Resumer {
 public:
  void start(NewestInfo* info) {
    thread_ = std::thread([this, info] {
      std::this_thread::sleep_for(milliseconds(150));
      resumed_ = true;
      answer_ = info->ResumeRuntime();
    });
  }
  bool resumed() const { return resumed_; }
  HRESULT answer() {
    if (thread_.joinable()) thread_.join();
    return answer_;
  }
  ~Resumer() { answer(); }

 private:
  std::thread thread_;
  std::atomic<bool> resumed_{false};
  std::atomic<HRESULT> answer_{E_FAIL};
};

// `second_thread`: with a step of another thread before the collection.
void suspend_in_callback(bool second_thread) {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t worker = build.thread("worker");
  build.add(program::StartThread{worker});
  build.object(node);
  build.root(build.object(node));
  if (second_thread) build.add(program::Allocate{.thread = worker, .type = node});
  build.collect(program::Generation::k0);
  Witness witness(kAllocations | COR_PRF_MONITOR_GC);
  Resumer resumer;
  std::vector<bool> resumed_at_allocation;
  bool resumed_at_collection = false;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kGarbageCollectionStarted) resumed_at_collection = resumer.resumed();
    // A profiler's threads must have left Info calls before the process ends.
    if (seen.method == CallbackMethod::kShutdown) CHECK(resumer.answer() == S_OK);
    if (seen.method != CallbackMethod::kObjectAllocated) return S_OK;
    resumed_at_allocation.push_back(resumer.resumed());
    if (resumed_at_allocation.size() == 1) {
      CHECK(witness.info->SuspendRuntime() == S_OK);
      resumer.start(witness.info);
    }
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(resumer.answer() == S_OK);
  std::vector<bool> expected{false, false};
  if (second_thread) expected.push_back(true);
  CHECK(resumed_at_allocation == expected);
  CHECK(resumed_at_collection);
}

TEST_CASE("SuspendRuntime: in a callback -> only its own thread continues") {
  suspend_in_callback(true);
  suspend_in_callback(false);
}

TEST_CASE("SuspendRuntime: on a profiler thread -> no thread of the program continues") {
  Build build;
  const std::uint32_t node = build.node();
  for (int i = 0; i < 50; ++i) build.object(node);
  Witness witness(kAllocations);
  std::atomic<int> allocations{0};
  std::atomic<int> during{-1};
  std::thread own;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kShutdown) own.join();
    if (seen.method != CallbackMethod::kObjectAllocated) return S_OK;
    if (++allocations == 1) {
      own = std::thread([&] {
        if (witness.info->SuspendRuntime() != S_OK) return;
        const int before = allocations;
        std::this_thread::sleep_for(milliseconds(100));
        during = allocations - before;
        witness.info->ResumeRuntime();
      });
    }
    std::this_thread::sleep_for(milliseconds(2));
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(during == 0);
  CHECK(allocations == 50);
}

TEST_CASE("ResumeRuntime: the suspending thread may call it in a later callback") {
  Build build;
  const std::uint32_t node = build.node();
  for (int i = 0; i < 4; ++i) build.object(node);
  build.collect(program::Generation::k0);
  Witness witness(kAllocations | COR_PRF_MONITOR_GC);
  int allocations = 0;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kObjectAllocated) return S_OK;
    if (++allocations == 1) CHECK(witness.info->SuspendRuntime() == S_OK);
    if (allocations == 3) CHECK(witness.info->ResumeRuntime() == S_OK);
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(allocations == 4);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == 1);
}

TEST_CASE("SuspendRuntime: Shutdown and ForceGC wait for the resumption") {
  Build build;
  build.object(build.node());
  Witness witness(kAllocations | COR_PRF_MONITOR_GC);
  Resumer resumer;
  std::thread forcing;
  std::atomic<bool> early{false};
  bool shut_down = false;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kGarbageCollectionStarted ||
        seen.method == CallbackMethod::kShutdown) {
      early = early || !resumer.resumed();
    }
    if (seen.method == CallbackMethod::kShutdown) {
      shut_down = true;
      forcing.join();
      CHECK(resumer.answer() == S_OK);
    }
    if (seen.method == CallbackMethod::kObjectAllocated) {
      CHECK(witness.info->SuspendRuntime() == S_OK);
      resumer.start(witness.info);
      forcing = std::thread([&] { witness.info->ForceGC(); });
    }
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(shut_down);
  CHECK(!early);
}

TEST_CASE("SuspendRuntime: during a collection -> SUSPENSION_IN_PROGRESS on each thread") {
  Build build;
  build.root(build.object(build.node()));
  build.collect(program::Generation::k0);
  Witness witness(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_SUSPENDS);
  HRESULT own = S_OK, own_resumed = S_OK;
  bool asked = false;
  witness.react = [&](const Seen& seen) {
    NewestInfo& info = *witness.info;
    if (seen.method == CallbackMethod::kGarbageCollectionStarted) {
      std::thread([&] {
        own = info.SuspendRuntime();
        own_resumed = info.ResumeRuntime();
      }).join();
    }
    if (seen.method == CallbackMethod::kRuntimeResumeStarted && !asked) {
      CHECK(info.SuspendRuntime() == CORPROF_E_SUSPENSION_IN_PROGRESS);
    }
    if (seen.method == CallbackMethod::kRuntimeResumeFinished && !asked) {
      asked = true;
      CHECK(info.SuspendRuntime() == S_OK);
      CHECK(info.ResumeRuntime() == S_OK);
    }
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(asked);
  CHECK(own == CORPROF_E_SUSPENSION_IN_PROGRESS);
  CHECK(own_resumed == CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
}

TEST_CASE("SuspendRuntime: finalizers wait for the resumption") {
  Build build;
  const std::uint32_t node = build.node();
  build.object(build.node("Finalizable", 0, program::Finalizer::kNormal));
  build.collect(program::Generation::k0);
  build.object(node);
  build.object(node);
  Witness witness(kAllocations | COR_PRF_MONITOR_GC | COR_PRF_MONITOR_SUSPENDS);
  bool suspended = false;
  std::vector<std::size_t> queued;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kRuntimeResumeFinished && !suspended) {
      suspended = true;
      CHECK(witness.info->SuspendRuntime() == S_OK);
    } else if (seen.method == CallbackMethod::kObjectAllocated && suspended) {
      queued.push_back(witness.clr->engine().finalization().due());
      if (queued.size() == 1) CHECK(witness.info->ResumeRuntime() == S_OK);
    }
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(queued == std::vector<std::size_t>{1, 0});
}

TEST_CASE("EnumerateGCHeapObjects: walks while the suspending thread allocates") {
  Build build;
  const std::uint32_t node = build.node();
  for (int i = 0; i < 300; ++i) build.object(node);
  Witness witness(kAllocations);
  std::thread own;
  std::atomic<std::size_t> objects{0};
  std::atomic<HRESULT> walked{E_FAIL};
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kObjectAllocated && !own.joinable()) {
      CHECK(witness.info->SuspendRuntime() == S_OK);
      own = std::thread([&] {
        for (int i = 0; i < 20; ++i) {
          objects = 0;
          walked = witness.info->EnumerateGCHeapObjects(
              [](ObjectID, void* count) -> BOOL {
                ++*static_cast<std::atomic<std::size_t>*>(count);
                return 1;
              },
              &objects);
        }
        witness.info->ResumeRuntime();
      });
    }
    if (seen.method == CallbackMethod::kShutdown) own.join();
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(walked == S_OK);
  CHECK(objects > 0);
}

TEST_CASE("ResumeRuntime: refused while the suspension is still being reported") {
  Build build;
  build.object(build.node());
  Witness witness(kAllocations | COR_PRF_MONITOR_SUSPENDS);
  std::vector<HRESULT> early;
  HRESULT suspended = E_FAIL, walked = S_OK, resumed = E_FAIL;
  witness.react = [&](const Seen& seen) {
    NewestInfo& info = *witness.info;
    if (seen.method == CallbackMethod::kObjectAllocated) {
      suspended = info.SuspendRuntime();
      resumed = info.ResumeRuntime();
    }
    if (seen.method == CallbackMethod::kRuntimeSuspendStarted ||
        seen.method == CallbackMethod::kRuntimeSuspendFinished) {
      std::thread([&] {
        early.push_back(info.ResumeRuntime());
        walked = info.EnumerateGCHeapObjects([](ObjectID, void*) -> BOOL { return 1; }, nullptr);
      }).join();
    }
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(suspended == S_OK);
  CHECK(early ==
        std::vector<HRESULT>{CORPROF_E_UNSUPPORTED_CALL_SEQUENCE, CORPROF_E_UNSUPPORTED_CALL_SEQUENCE});
  CHECK(walked == CORPROF_E_SUSPENSION_IN_PROGRESS);
  CHECK(resumed == S_OK);
}

TEST_CASE("suspension: late thread callbacks in a forced suspension count as forced") {
  Build build;
  const std::uint32_t worker = build.thread("worker");
  build.add(program::StartThread{worker});
  build.add(program::StartThread{build.thread("another")});
  Witness witness(COR_PRF_MONITOR_SUSPENDS | COR_PRF_MONITOR_THREADS);
  std::vector<clr::Doing> doings;
  int threads = 0;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kRuntimeThreadSuspended ||
        seen.method == CallbackMethod::kRuntimeThreadResumed) {
      doings.push_back(clr::this_thread().innermost->doing);
    }
    if (seen.method != CallbackMethod::kThreadCreated || ++threads != 3) return S_OK;
    // The program has released the world here. It would wait for ever for a thread that does this for ever.
    std::thread([&] {
      clr::SuspensionCourse others;
      others.returned = {worker};
      witness.clr->world().lock();
      clr::suspend(*witness.clr, COR_PRF_SUSPEND_FOR_GC, &others);
      CHECK(others.returned.size() == 1);
      clr::resume(*witness.clr, &others);
      witness.clr->world().unlock();
    }).join();
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(threads == 3);
  CHECK(doings == std::vector{clr::Doing::kForced, clr::Doing::kForced});
}

TEST_CASE("ask: a SuspendRuntime of the scenario is to blame until the runtime is resumed") {
  Build build;
  program::Ask suspends;
  suspends.slot = static_cast<std::uint16_t>(InfoMethod::kSuspendRuntime);
  suspends.inside = static_cast<std::uint16_t>(CallbackMethod::kObjectAllocated);
  build.add(suspends);
  build.program.steps.back().line = 7;
  build.object(build.node());
  Witness witness(COR_PRF_MONITOR_SUSPENDS | kAllocations);
  std::atomic<std::uint32_t> line{0};
  std::uint32_t while_suspended = 0;
  std::thread resumes;
  witness.react = [&](const Seen& seen) {
    // Before the runtime is gone. The ResumeRuntime below may still be returning.
    if (seen.method == CallbackMethod::kShutdown) resumes.join();
    if (seen.method != CallbackMethod::kRuntimeSuspendFinished) return S_OK;
    while_suspended = line;
    resumes = std::thread([&] {
      // By the profiler itself, after the suspension is complete.
      while (failed(witness.info->ResumeRuntime())) std::this_thread::yield();
    });
    return S_OK;
  };
  const RunResult result = run_profiler(
      build.program, witness, {}, [&](clr::Clr& clr) { clr.profiler_suspension().show_question(line); });
  REQUIRE(!result.error);
  CHECK(while_suspended == 7);
  CHECK(line == 0);
}

}  // namespace
}  // namespace gcrucible::tests
