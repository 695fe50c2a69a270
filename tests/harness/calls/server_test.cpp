// Collections of a server heap: their threads, and the calls that a profiler may make there.
#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>

#include "harness/program/choices.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/random_build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Generation;

constexpr std::uint32_t kAllocations =
    abi::COR_PRF_MONITOR_OBJECT_ALLOCATED | abi::COR_PRF_ENABLE_OBJECT_ALLOCATED;
constexpr std::uint32_t kMask =
    abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS | abi::COR_PRF_MONITOR_THREADS | kAllocations;

// Everything from RuntimeSuspendStarted to RuntimeResumeFinished of a collection.
bool is_of_collection(CallbackMethod method) {
  static const std::set<CallbackMethod> kOthers{
      CallbackMethod::kObjectAllocated,          CallbackMethod::kThreadCreated,
      CallbackMethod::kThreadAssignedToOSThread, CallbackMethod::kThreadNameChanged,
      CallbackMethod::kThreadDestroyed,          CallbackMethod::kHandleCreated,
      CallbackMethod::kHandleDestroyed,          CallbackMethod::kShutdown,
      CallbackMethod::kLoadAsNotificationOnly,   CallbackMethod::kInitialize};
  return !kOthers.contains(method);
}

Build with_server_heap() {
  Build build;
  build.program.heap.server_heaps = 1;
  return build;
}

TEST_CASE("server heap: all collections are reported on one native thread") {
  Build build = with_server_heap();
  const std::uint32_t node = build.node("Node", 2, program::Finalizer::kNormal);
  const std::uint32_t worker = build.thread("worker");
  build.add(program::StartThread{.thread = worker});
  build.object(node);
  build.root(build.object(node));
  build.collect(Generation::k0);
  build.object(node);
  program::Collect collect = Build::collection(Generation::k2, program::Mode::kSweep);
  collect.thread = worker;
  build.add(collect);

  Witness witness(kMask);
  std::set<std::thread::id> collectors, others;
  std::set<abi::HRESULT> current, own, table;
  witness.react = [&](const Seen& seen) {
    abi::ThreadID thread = 0;
    const abi::HRESULT hr = witness.info->GetCurrentThreadID(&thread);
    if (!is_of_collection(seen.method)) {
      others.insert(seen.thread);
      return abi::S_OK;
    }
    collectors.insert(seen.thread);
    current.insert(hr);
    // Refused on a managed thread, because the call may trigger a collection.
    table.insert(witness.info->EnumModules(nullptr));
    own.insert(witness.info->SetEventMask2(kMask, 0));
    return abi::S_OK;
  };
  const RunResult result = run(build.program, witness);
  REQUIRE(!result.error);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == 2);
  CHECK(witness.count(CallbackMethod::kFinalizeableObjectQueued) >= 2);
  CHECK(collectors.size() == 1);
  CHECK(others.size() == 2);
  for (const std::thread::id each : collectors) CHECK(!others.contains(each));
  CHECK(current == std::set<abi::HRESULT>{abi::CORPROF_E_NOT_MANAGED_THREAD});
  CHECK(table == std::set<abi::HRESULT>{abi::E_INVALIDARG});
  CHECK(own == std::set<abi::HRESULT>{abi::S_OK});
  CHECK(witness.count(CallbackMethod::kRuntimeThreadSuspended) == 0);
  CHECK(witness.count(CallbackMethod::kRuntimeThreadResumed) == 0);
  CHECK(result.lines(R"("environment":[["DOTNET_GCHeapCount","1"],["DOTNET_gcServer","1"]])").size() == 1);
}

TEST_CASE("server heap: no gcServer variables for a runtime that does not read them") {
  Build build = with_server_heap();
  build.program.runtime.runtime_type = 1;  // a desktop runtime
  build.root(build.object(build.node()));
  build.collect(program::Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  const RunResult result = run(build.program, witness);
  REQUIRE(!result.error);
  CHECK(result.lines("gcServer").empty());
}

// Without the header, and without the threads of the lines.
std::string without_threads(const RunResult& result) {
  std::string text;
  for (const std::string& line : result.lines("\"n\":")) {
    if (line.find("ThreadAssignedToOSThread") != std::string::npos) continue;
    const std::size_t at = line.find("\"t\":");
    if (at == std::string::npos) {
      text += line + "\n";
    } else {
      text += line.substr(0, at) + line.substr(line.find(',', at)) + "\n";
    }
  }
  return text;
}

TEST_CASE("server heap: one heap reports the same as a workstation heap") {
  property("same program gives the same lines on other threads", [](std::uint64_t seed) {
    program::Program program = random_build(seed, seed % 2 == 0 ? "net10" : "documented").program;
    program::draw_choices(program);
    // Suspensions differ by the managed thread that reports itself.
    Witness workstation(abi::COR_PRF_MONITOR_GC | kAllocations);
    const RunResult one = run(program, workstation);
    program.heap.server_heaps = 1;
    Witness server(abi::COR_PRF_MONITOR_GC | kAllocations);
    const RunResult other = run(program, server);
    RC_ASSERT(!one.error);
    RC_ASSERT(!other.error);
    RC_ASSERT(without_threads(one) == without_threads(other));
    RC_ASSERT(workstation.count(CallbackMethod::kGarbageCollectionStarted) ==
              server.count(CallbackMethod::kGarbageCollectionStarted));
    RC_ASSERT(!without_threads(one).empty());
  });
}

TEST_CASE("server heap: a forced collection comes on the server GC thread") {
  Build build = with_server_heap();
  const std::uint32_t node = build.node();
  build.root(build.object(node));
  for (int i = 0; i < 300; ++i) build.object(node);
  build.collect(Generation::k0);

  Witness witness(kMask);
  std::thread own;
  std::thread::id own_id;
  abi::HRESULT first = abi::E_FAIL, second = abi::E_FAIL;
  std::atomic<bool> done{false};
  int allocated = 0;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kObjectAllocated && ++allocated == 2) {
      own = std::thread([&] {
        first = witness.info->ForceGC();
        second = witness.info->ForceGC();
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
  REQUIRE(!run(build.program, witness).error);
  CHECK(first == abi::S_OK);
  CHECK(second == abi::S_OK);
  std::set<std::thread::id> threads;
  for (const Seen& each : witness.seen()) {
    if (is_of_collection(each.method)) threads.insert(each.thread);
  }
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == 3);
  CHECK(threads.size() == 1);
  CHECK(!threads.contains(own_id));
  // It still became a managed thread.
  const auto created = witness.seen(CallbackMethod::kThreadCreated);
  REQUIRE(created.size() == 2);
  CHECK(created[1].thread == own_id);
}

TEST_CASE("server heap: forced and own collections may interleave") {
  Build build = with_server_heap();
  const std::uint32_t node = build.node();
  const std::uint32_t worker = build.thread();
  build.add(program::StartThread{.thread = worker});
  build.root(build.object(node));
  for (int i = 0; i < 60; ++i) {
    build.object(node);
    program::Collect collect = Build::collection(Generation::k0);
    collect.thread = i % 2 == 0 ? 0 : worker;
    build.add(collect);
  }
  Witness witness(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS);
  std::vector<std::thread> own;
  std::atomic<int> forced{0};
  std::atomic<bool> over{false};
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kGarbageCollectionStarted && own.empty()) {
      for (int i = 0; i < 2; ++i) {
        own.emplace_back([&] {
          while (!over && witness.info->ForceGC() == abi::S_OK) ++forced;
        });
      }
    }
    if (seen.method == CallbackMethod::kShutdown) {
      over = true;
      for (std::thread& each : own) each.join();
    }
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(forced > 0);
  CHECK(witness.count(CallbackMethod::kGarbageCollectionFinished) == 60u + static_cast<unsigned>(forced));
  std::set<std::thread::id> threads;
  for (const Seen& each : witness.seen(CallbackMethod::kGarbageCollectionFinished))
    threads.insert(each.thread);
  CHECK(threads.size() == 1);
}

}  // namespace
}  // namespace gcrucible::tests
