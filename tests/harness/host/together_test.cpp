// Threads of the program that run at the same time, with a profiler of the test.
#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "harness/abi/abi.h"
#include "harness/abi/callback_base.h"
#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;
using program::Generation;
using program::Schedule;

// The profiler's action in JITCompilationStarted.
enum class Way { kWatches, kSuspends, kSuspendsThenResumes, kForces };

class Watcher final : public CallbackBase {
 public:
  explicit Watcher(Way way = Way::kWatches) : CallbackBase(), way_(way) {}

  std::vector<std::string> reported;

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    if (failed(runtime->QueryInterface(ICorProfilerInfo10::iid, &found))) return E_NOINTERFACE;
    info_ = static_cast<ICorProfilerInfo10*>(found);
    return info_->SetEventMask2(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_SUSPENDS |
                                    COR_PRF_MONITOR_JIT_COMPILATION | COR_PRF_MONITOR_OBJECT_ALLOCATED |
                                    COR_PRF_ENABLE_OBJECT_ALLOCATED,
                                0);
  }
  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    info_->Release();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL JITCompilationStarted(FunctionID, BOOL) override {
    const bool first = ++compiled_ == 1;
    if (way_ == Way::kWatches) return report("compile");
    if (way_ == Way::kForces) {
      if (first) std::thread([this] { CHECK(info_->ForceGC() == S_OK); }).join();
      return S_OK;
    }
    if (first || way_ == Way::kSuspends) {
      const HRESULT hr = info_->SuspendRuntime();
      // Unless a collection came first.
      CHECK((hr == S_OK || (way_ == Way::kSuspendsThenResumes && hr == CORPROF_E_SUSPENSION_IN_PROGRESS)));
      stands_ = hr == S_OK;
      if (stands_) report("stands");
    }
    if (stands_ && (!first || way_ == Way::kSuspends)) {
      stands_ = false;
      CHECK(info_->ResumeRuntime() == S_OK);
    }
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID, ClassID) override { return report("allocated"); }
  HRESULT GCRUCIBLE_STDCALL RuntimeSuspendStarted(COR_PRF_SUSPEND_REASON) override {
    return report("suspend");
  }
  HRESULT GCRUCIBLE_STDCALL RuntimeSuspendFinished() override { return report("suspended"); }
  HRESULT GCRUCIBLE_STDCALL RuntimeResumeStarted() override { return report("resume"); }
  HRESULT GCRUCIBLE_STDCALL RuntimeResumeFinished() override { return report("resumed"); }
  HRESULT GCRUCIBLE_STDCALL RuntimeThreadSuspended(ThreadID) override { return report("stopped"); }
  HRESULT GCRUCIBLE_STDCALL RuntimeThreadResumed(ThreadID) override { return report("goes on"); }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int, BOOL[], COR_PRF_GC_REASON) override {
    return report("collection");
  }

 private:
  HRESULT report(std::string what) {
    reported.push_back(std::move(what));
    return S_OK;
  }

  Way way_;
  int compiled_ = 0;
  bool stands_ = false;
  ICorProfilerInfo10* info_ = nullptr;
};

// The main thread's steps, and those of a second one.
program::Program two_threads(Build build, const Schedule& schedule, std::vector<program::Action> main,
                             std::vector<program::Action> worker) {
  const std::uint32_t thread = build.thread("worker");
  build.add(program::StartThread{thread});
  build.add(program::Together{.schedule = schedule});
  for (auto* const steps : {&main, &worker}) {
    for (program::Action& each : *steps) {
      build.add(std::move(each));
      build.program.steps.back().lane = steps == &main ? 0 : thread;
    }
  }
  return build.program;
}

Schedule switches(std::vector<program::Switch> all) {
  return {.kind = Schedule::Kind::kSwitches, .switches = std::move(all)};
}

TEST_CASE("together: objects have the numbers of the program in any order of allocation") {
  Build build;
  const std::uint32_t node = build.node();
  const program::Program program =
      two_threads(build, switches({{0, 1}}), {program::Allocate{.type = node}, program::AddRoot{.object = 0}},
                  {program::Allocate{.thread = 1, .type = node}, program::AddRoot{.thread = 1, .object = 1}});
  Watcher watcher;
  const RunResult result = run_profiler(program, watcher);
  CHECK(!result.error);
  const std::vector<std::string> lines = result.lines("\"model\":\"allocated\"");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find("\"object\":1,") != std::string::npos);
  CHECK(lines[1].find("\"object\":0,") != std::string::npos);
}

TEST_CASE("together: a collection does not wait for a preemptive callback") {
  Build build;
  const std::uint32_t later = build.function("Later");
  // The worker runs first, into its callback. Main collects up to the middle. Then the worker returns.
  const program::Program program =
      two_threads(build, switches({{0, 1}, {2, 0}, {10, 1}, {12, 0}}), {Build::collection(Generation::k0)},
                  {program::Compile{.function = later, .thread = 1}});
  Watcher watcher;
  CHECK(!run_profiler(program, watcher).error);
  CHECK(watcher.reported == std::vector<std::string>{"compile", "suspend", "stopped", "suspended",
                                                     "collection", "stopped", "resume", "goes on", "resumed",
                                                     "goes on"});
}

TEST_CASE("together: a profiler suspension stops the other threads until it resumes") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t later = build.function("Later");
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Schedule schedule{.kind = Schedule::Kind::kRandom, .seed = seed};
    if (seed % 2 == 0) schedule.turns = Schedule::Turns::kWithin;
    const program::Program program = two_threads(
        build, schedule, {program::Allocate{.type = node}, program::Allocate{.type = node}},
        {program::Compile{.function = later, .thread = 1}, program::Compile{.function = later, .thread = 1}});
    Watcher watcher(Way::kSuspends);
    CHECK(!run_profiler(program, watcher).error);
    std::string order;
    for (const std::string& each : watcher.reported) order += each + ", ";
    INFO(seed << ": " << order);
    bool stands = false;
    std::size_t allocated = 0;
    for (const std::string& each : watcher.reported) {
      if (each == "suspended") stands = true;
      if (each == "resume") stands = false;
      if (each != "allocated") continue;
      ++allocated;
      CHECK_FALSE(stands);
    }
    CHECK(allocated == 2);
  }
}

TEST_CASE("together: a collection waits for the end of a profiler suspension") {
  Build build;
  const std::uint32_t later = build.function("Later");
  int stood = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const program::Program program = two_threads(
        build, {.kind = Schedule::Kind::kRandom, .seed = seed}, {Build::collection(Generation::k0)},
        {program::Compile{.function = later, .thread = 1}, program::Compile{.function = later, .thread = 1}});
    Watcher watcher(Way::kSuspendsThenResumes);
    CHECK(!run_profiler(program, watcher).error);
    bool stands = false;
    for (const std::string& each : watcher.reported) {
      if (each == "stands") stands = ++stood > 0;
      // A waiting thread may continue before ResumeRuntime has returned.
      if (each == "resume") stands = false;
      INFO(seed << ": " << each);
      CHECK_FALSE((stands && (each == "suspend" || each == "collection")));
    }
    CHECK(std::ranges::count(watcher.reported, "collection") == 1);
  }
  CHECK(stood >= 3);
}

TEST_CASE("together: a profiler thread makes the schedule nondeterministic") {
  Build build;
  const std::uint32_t later = build.function("Later");
  for (const std::uint16_t heaps : {std::uint16_t{0}, std::uint16_t{2}}) {
    build.program.heap.server_heaps = heaps;
    const program::Program program = two_threads(
        build, switches({}), {program::Compile{.function = later}, program::Compile{.function = later}},
        {program::Compile{.function = later, .thread = 1}});
    Watcher watcher(Way::kForces);
    const RunResult result = run_profiler(program, watcher);
    CHECK(!result.error);
    CHECK(std::ranges::count(watcher.reported, "collection") == 1);
    // The schedule of the threads, without an additional one of heaps.
    const std::vector<std::string> schedules = result.lines("\"deterministic\":");
    REQUIRE(schedules.size() == 1);
    CHECK(schedules.front().find("\"deterministic\":false") != std::string::npos);
    CHECK(schedules.front().find("\"threads\":") != std::string::npos);
  }
}

TEST_CASE("together: server heaps take turns with the threads reproducibly") {
  Build build;
  const std::uint32_t later = build.function("Later");
  build.program.heap.server_heaps = 3;
  for (std::uint16_t heap = 0; heap < 3; ++heap) {
    program::Allocate step{.type = heap == 0 ? build.node() : 0};
    step.heap = heap;
    build.add(step);
    build.add(program::AddRoot{.object = heap});
  }
  std::size_t orders = 0;
  std::vector<std::string> first;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    const Schedule::Turns turns = seed % 2 == 0 ? Schedule::Turns::kBetween : Schedule::Turns::kWithin;
    const program::Program program = two_threads(
        build, {.kind = Schedule::Kind::kRandom, .seed = seed, .turns = turns},
        {Build::collection(Generation::k0), Build::collection(Generation::k1)},
        {program::Compile{.function = later, .thread = 1}, program::Compile{.function = later, .thread = 1}});
    std::vector<std::vector<std::string>> reported;
    for (int play = 0; play < 2; ++play) {
      Watcher watcher;
      const RunResult result = run_profiler(program, watcher);
      CHECK(!result.error);
      CHECK(std::ranges::count(watcher.reported, "collection") == 2);
      const std::vector<std::string> schedules = result.lines("\"deterministic\":");
      REQUIRE(schedules.size() == 1);
      CHECK(schedules.front().find("\"deterministic\":true") != std::string::npos);
      CHECK(schedules.front().find("[0,1,1000001,1000002]") != std::string::npos);
      reported.push_back(result.lines("\"call\":"));
    }
    CHECK(reported[0] == reported[1]);
    if (seed == 0) first = reported[0];
    orders += reported[0] != first ? 1 : 0;
  }
  CHECK(orders > 4);
}

TEST_CASE("together: a failing step ends the run") {
  Build build;
  const std::uint32_t node = build.node();
  const std::uint32_t dead = build.object(node);
  build.collect(Generation::k0);
  const program::Program program = two_threads(build, switches({}), {program::Allocate{.type = node}},
                                               {program::AddRoot{.thread = 1, .object = dead}});
  Watcher watcher;
  const RunResult result = run_profiler(program, watcher);
  REQUIRE(result.error);
  CHECK(result.error->find("is already dead") != std::string::npos);
}

}  // namespace
}  // namespace gcrucible::tests
