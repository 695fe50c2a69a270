// Calls that a program moves to another thread. The profiler calls Info inside each of them. State that the
// two threads share must be handed over with the call.
#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::CallEdit;

constexpr CallbackMethod kSaid[] = {
    CallbackMethod::kRuntimeSuspendStarted,     CallbackMethod::kRuntimeSuspendFinished,
    CallbackMethod::kGarbageCollectionStarted,  CallbackMethod::kMovedReferences2,
    CallbackMethod::kRootReferences2,           CallbackMethod::kObjectReferences,
    CallbackMethod::kGarbageCollectionFinished, CallbackMethod::kRuntimeResumeStarted,
    CallbackMethod::kRuntimeResumeFinished,     CallbackMethod::kObjectAllocated,
};

// All calls of `method` are delivered on `thread` of two_threads(). kNothing: on the runtime's own thread.
program::Program two_threads(CallbackMethod method, std::uint32_t thread) {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t worker = build.thread("worker");
  build.add(program::StartThread{worker});
  build.object(node);
  const std::uint32_t kept = build.object(node);
  build.root(kept);
  build.add(program::Allocate{.thread = worker, .type = node});
  build.collect(program::Generation::k0);
  program::Collect collect = Build::collection(program::Generation::k1);
  collect.thread = worker;
  build.add(collect);
  build.program.overrides.calls.push_back({.kind = CallEdit::Kind::kOn,
                                           .call = {static_cast<std::uint16_t>(method), program::kNothing},
                                           .thread = thread});
  return build.program;
}

void ask(abi::NewestInfo& info, const Seen& seen) {
  abi::DWORD low = 0, high = 0;
  info.GetEventMask2(&low, &high);
  abi::ThreadID current = 0;
  info.GetCurrentThreadID(&current);
  abi::ICorProfilerThreadEnum* threads = nullptr;
  if (abi::succeeded(info.EnumThreads(&threads))) threads->Release();
  abi::ULONG count = 0;
  abi::COR_PRF_GC_GENERATION_RANGE ranges[16] = {};
  info.GetGenerationBounds(16, &count, ranges);
  abi::SIZE_T size = 0;
  // Outside a collection, a thread that is unknown to the runtime must not query objects.
  const bool has_object = seen.method == CallbackMethod::kObjectReferences ||
                          (seen.method == CallbackMethod::kObjectAllocated && current != 0);
  if (has_object) CHECK(info.GetObjectSize2(seen.first, &size) == abi::S_OK);
}

}  // namespace

TEST_CASE("calls on: a callback is delivered on the given thread and its Info calls work") {
  for (const CallbackMethod method : kSaid) {
    for (const std::uint32_t thread : {program::kNothing, 0u, 1u}) {
      INFO(abi::name_of(method) << " on " << thread);
      Witness witness(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS | abi::COR_PRF_MONITOR_THREADS |
                      abi::COR_PRF_MONITOR_OBJECT_ALLOCATED | abi::COR_PRF_ENABLE_OBJECT_ALLOCATED);
      witness.react = [&](const Seen& seen) {
        ask(*witness.info, seen);
        return abi::S_OK;
      };
      const RunResult result = run(two_threads(method, thread), witness);
      INFO(result.error.value_or(""));
      REQUIRE(!result.error);
      const auto created = witness.seen(CallbackMethod::kThreadCreated);
      REQUIRE(created.size() == 2);
      std::set<std::thread::id> where;
      for (const Seen& seen : witness.seen(method)) where.insert(seen.thread);
      REQUIRE(where.size() == 1);
      if (thread == program::kNothing) {
        CHECK(*where.begin() != created[0].thread);
        CHECK(*where.begin() != created[1].thread);
      } else {
        CHECK(*where.begin() == created[thread].thread);
      }
    }
  }
}

TEST_CASE("calls on: a busy or ended thread -> the usual thread and a trace line") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t worker = build.thread("worker");
  build.root(build.object(node));
  build.add(program::StartThread{worker});
  build.add(program::EndThread{worker});
  build.object(node);
  const auto on_worker = [&](CallbackMethod method) {
    build.program.overrides.calls.push_back({.kind = CallEdit::Kind::kOn,
                                             .call = {static_cast<std::uint16_t>(method), program::kNothing},
                                             .thread = worker});
  };
  on_worker(CallbackMethod::kObjectAllocated);
  on_worker(CallbackMethod::kGarbageCollectionStarted);
  Witness witness(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_THREADS |
                  abi::COR_PRF_MONITOR_OBJECT_ALLOCATED | abi::COR_PRF_ENABLE_OBJECT_ALLOCATED);
  std::thread::id first, collecting;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kObjectAllocated) first = seen.thread;
    // The worker waits here for the collecting thread.
    if (seen.method == CallbackMethod::kThreadNameChanged) {
      std::thread own([&] { CHECK(witness.info->ForceGC() == abi::S_OK); });
      collecting = own.get_id();
      own.join();
    }
    return abi::S_OK;
  };
  const RunResult result = run(build.program, witness);
  REQUIRE(!result.error);
  const auto lines = result.lines("\"model\":\"misplaced\"");
  REQUIRE(lines.size() == 3);
  const std::string before = R"("callback":"ObjectAllocated","thread":1,"why":"not alive")";
  CHECK(lines[0].find(before) != std::string::npos);
  CHECK(lines[1].find(R"("callback":"GarbageCollectionStarted","thread":1,"why":"busy")") !=
        std::string::npos);
  CHECK(lines[2].find(before) != std::string::npos);
  CHECK(witness.seen(CallbackMethod::kGarbageCollectionStarted).at(0).thread == collecting);
  CHECK(first == witness.seen(CallbackMethod::kThreadCreated).at(0).thread);
}

TEST_CASE("calls on: callbacks of a profiler thread move while threads start and end") {
  Build build;
  const std::uint32_t node = build.node();
  build.root(build.object(node));
  constexpr std::uint32_t kWorkers = 40;
  for (std::uint32_t i = 1; i <= kWorkers; ++i) {
    const std::uint32_t worker = build.thread();
    build.add(program::StartThread{worker});
    build.add(program::Allocate{.thread = worker, .type = node});
    if (i % 2 == 0) build.add(program::EndThread{worker - 1});
  }
  const auto on = [&](CallbackMethod method, std::uint32_t thread) {
    build.program.overrides.calls.push_back({.kind = CallEdit::Kind::kOn,
                                             .call = {static_cast<std::uint16_t>(method), program::kNothing},
                                             .thread = thread});
  };
  on(CallbackMethod::kHandleCreated, 2);
  on(CallbackMethod::kHandleDestroyed, program::kNothing);
  Witness witness(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_THREADS);
  std::thread own;
  std::atomic<bool> stop{false};
  std::atomic<int> made{0};
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kThreadCreated && !own.joinable()) {
      own = std::thread([&] {
        while (!stop) {
          abi::ObjectID object = 0;
          {
            const clr::World::Look look(witness.clr->world());
            if (witness.clr->engine().object_count() != 0) object = witness.clr->engine().address_of(0);
          }
          abi::ObjectHandleID handle = nullptr;
          if (object == 0 || witness.info->CreateHandle(object, abi::COR_PRF_HANDLE_TYPE_WEAK, &handle) != 0)
            continue;
          ++made;
          witness.info->DestroyHandle(handle);
        }
      });
    }
    // Gives the other thread time to start.
    if (seen.method == CallbackMethod::kThreadCreated && seen.first != 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (seen.method == CallbackMethod::kShutdown) {
      stop = true;
      own.join();
    }
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(made > 0);
  CHECK(witness.count(CallbackMethod::kHandleCreated) == static_cast<std::size_t>(made));
  CHECK(witness.count(CallbackMethod::kThreadDestroyed) == kWorkers / 2);
}

}  // namespace gcrucible::tests
