// Collections that the profiler forces, and the places where it must not.
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

program::Program allocating(int steps) {
  Build build;
  const std::uint32_t node = build.node();
  build.root(build.object(node));
  for (int i = 0; i < steps; ++i) build.object(node);
  return build.program;
}

constexpr std::uint32_t kAllocations =
    abi::COR_PRF_MONITOR_OBJECT_ALLOCATED | abi::COR_PRF_ENABLE_OBJECT_ALLOCATED;

TEST_CASE("ForceGC: on a profiler thread -> a full induced collection on that thread") {
  const program::Program program = allocating(3000);
  Witness witness(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS | kAllocations);
  std::thread own;
  std::thread::id own_id;
  abi::HRESULT none = abi::S_OK, first = abi::E_FAIL, second = abi::E_FAIL, current = abi::E_FAIL,
               inspection = abi::S_OK;
  abi::ThreadID before = 1, after = 0;
  std::size_t threads_before = 0, threads_after = 0;
  std::atomic<bool> done{false};
  int allocated = 0;
  const auto threads = [&] {
    abi::ICorProfilerThreadEnum* all = nullptr;
    abi::ULONG count = 0;
    if (witness.info->EnumThreads(&all) != abi::S_OK) return count;
    all->GetCount(&count);
    all->Release();
    return count;
  };
  witness.react = [&](const Seen& seen) {
    // Not at the first object, because it has no root yet.
    if (seen.method == CallbackMethod::kObjectAllocated && ++allocated == 2) {
      own = std::thread([&] {
        threads_before = threads();
        none = witness.info->GetCurrentThreadID(&before);
        first = witness.info->ForceGC();
        second = witness.info->ForceGC();
        current = witness.info->GetCurrentThreadID(&after);
        threads_after = threads();
        abi::ClassID class_id = 0;
        abi::ObjectID object = 0;
        {
          const clr::World::Look look(witness.clr->world());
          object = witness.clr->engine().address_of(0);
        }
        inspection = witness.info->GetClassFromObject(object, &class_id);
        done = true;
      });
      own_id = own.get_id();
    }
    // The program must not end before the other thread has reached its second call.
    if (seen.method == CallbackMethod::kObjectAllocated && !done) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (seen.method == CallbackMethod::kShutdown && own.joinable()) own.join();
    return abi::S_OK;
  };
  REQUIRE(run(program, witness).error.value_or("") == "");
  CHECK(none == abi::CORPROF_E_NOT_MANAGED_THREAD);
  CHECK(first == abi::S_OK);
  CHECK(second == abi::S_OK);
  const auto started = witness.seen(CallbackMethod::kGarbageCollectionStarted);
  REQUIRE(started.size() == 2);
  CHECK(started[0].thread == own_id);
  CHECK(started[0].numbers == std::vector<std::uint64_t>{1, 1, 1, 1, 1});
  CHECK(started[0].first == abi::COR_PRF_GC_INDUCED);
  // The thread became a managed thread: it suspends itself.
  CHECK(witness.seen(CallbackMethod::kRuntimeThreadSuspended).at(0).first == after);
  CHECK(current == abi::S_OK);
  CHECK(threads_after == threads_before + 1);
  CHECK(inspection == abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
}

TEST_CASE("ForceGC: refused in Initialize and in callbacks and on managed threads") {
  Build build;
  build.root(build.object(build.node()));
  build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS | kAllocations);
  int asked = 0;
  witness.initializing = [&] {
    CHECK(witness.info->ForceGC() == abi::CORPROF_E_NOT_YET_AVAILABLE);
    return abi::S_OK;
  };
  witness.react = [&](const Seen&) {
    ++asked;
    CHECK(witness.info->ForceGC() == abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(asked > 10);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == 1);
}

TEST_CASE("ForceGC: waits for a collection in progress on another thread") {
  Build build;
  const std::uint32_t node = build.node();
  build.root(build.object(node));
  build.collect(Generation::k0);
  for (int i = 0; i < 500; ++i) build.object(node);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  std::thread own;
  std::atomic<bool> forcing{false}, forced{false};
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kGarbageCollectionStarted && !own.joinable()) {
      own = std::thread([&] {
        forcing = true;
        forced = witness.info->ForceGC() == abi::S_OK;
      });
      while (!forcing) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      CHECK(!forced);
    }
    if (seen.method == CallbackMethod::kShutdown && own.joinable()) own.join();
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(forced);
  // One bracket after another.
  std::vector<std::string> brackets;
  for (const Seen& each : witness.seen()) {
    if (each.method == CallbackMethod::kGarbageCollectionStarted) brackets.emplace_back("started");
    if (each.method == CallbackMethod::kGarbageCollectionFinished) brackets.emplace_back("finished");
  }
  CHECK(brackets == std::vector<std::string>{"started", "finished", "started", "finished"});
}

}  // namespace
}  // namespace gcrucible::tests
