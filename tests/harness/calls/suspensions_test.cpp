// Suspensions: failed attempts, other threads that report a suspension in their own ways, and the resuming
// thread.
#include <string>
#include <thread>
#include <vector>

#include "harness/abi/monitor_flags.h"
#include "harness/program/choices.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using enum abi::CallbackMethod;
using program::Stop;

constexpr std::uint32_t kMask = abi::COR_PRF_MONITOR_SUSPENDS | abi::COR_PRF_MONITOR_GC;

// Main and two more threads. The first of these suspends.
Build three_threads(const std::string& runtime = "net10") {
  Build build(runtime);
  for (int i = 0; i < 2; ++i) build.add(program::StartThread{build.thread()});
  return build;
}

struct Reported {
  std::vector<Seen> seen;

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const Seen& each : seen) result.emplace_back(each.name());
    return result;
  }
  const Seen& at(abi::CallbackMethod method, std::size_t which = 0) const {
    for (const Seen& each : seen) {
      if (each.method == method && which-- == 0) return each;
    }
    FAIL("not reported");
    return seen.front();
  }
};

// The callbacks about suspensions.
Reported run_reporting(const Build& build) {
  Witness witness(kMask);
  const RunResult result = run(build.program, witness);
  INFO(result.error.value_or(""));
  REQUIRE(!result.error);
  Reported reported;
  for (const Seen& each : witness.seen()) {
    if (each.method >= kRuntimeSuspendStarted && each.method <= kRuntimeThreadResumed)
      reported.seen.push_back(each);
  }
  return reported;
}

program::Suspend suspend(program::Suspending course) {
  return {.reason = abi::COR_PRF_SUSPEND_FOR_REJIT, .suspension = std::move(course)};
}

}  // namespace

TEST_CASE("suspension: an aborted attempt ends on its thread and threads are resumed") {
  for (const bool collects : {false, true}) {
    Build build = three_threads();
    const program::Suspending course{.aborted = 1, .threads = {{1, Stop::kStopped}, {2, Stop::kReturned}}};
    if (collects) {
      build.collect(program::Generation::k0, program::Mode::kCompact, {.suspension = course});
    } else {
      build.add(suspend(course));
    }
    const Reported reported = run_reporting(build);
    CHECK(reported.names() ==
          std::vector<std::string>{"RuntimeSuspendStarted", "RuntimeThreadSuspended",
                                   "RuntimeThreadSuspended", "RuntimeSuspendAborted", "RuntimeThreadResumed",
                                   "RuntimeThreadResumed", "RuntimeSuspendStarted", "RuntimeThreadSuspended",
                                   "RuntimeThreadSuspended", "RuntimeSuspendFinished",
                                   "RuntimeThreadSuspended", "RuntimeResumeStarted", "RuntimeThreadResumed",
                                   "RuntimeThreadResumed", "RuntimeThreadResumed", "RuntimeResumeFinished"});
    CHECK(reported.at(kRuntimeSuspendAborted).thread == reported.at(kRuntimeSuspendStarted).thread);
    CHECK(reported.at(kRuntimeSuspendStarted).first == reported.at(kRuntimeSuspendStarted, 1).first);
  }
}

TEST_CASE("suspension: another thread may suspend and main may resume") {
  Build build = three_threads();
  program::Suspend step = suspend({.resumed_by = 0});
  step.thread = 1;
  build.add(step);
  const Reported reported = run_reporting(build);
  REQUIRE(reported.seen.size() == 6);
  CHECK(reported.at(kRuntimeSuspendStarted).thread == reported.at(kRuntimeSuspendFinished).thread);
  CHECK(reported.at(kRuntimeResumeStarted).thread == reported.at(kRuntimeResumeFinished).thread);
  CHECK(reported.at(kRuntimeResumeStarted).thread != reported.at(kRuntimeSuspendStarted).thread);
  CHECK(reported.at(kRuntimeThreadResumed).first == reported.at(kRuntimeThreadSuspended).first);
}

TEST_CASE("suspension: a given stop of a thread overrides the random one") {
  for (std::uint64_t key = 1; key < 60; ++key) {
    Build build = three_threads("documented");
    program::Suspend step =
        suspend({.aborted = 0, .threads = {{1, Stop::kNever}, {2, Stop::kNever}}, .resumed_by = 0});
    step.liberties = key;
    build.add(step);
    INFO(key);
    CHECK(run_reporting(build).names() ==
          std::vector<std::string>{"RuntimeSuspendStarted", "RuntimeThreadSuspended",
                                   "RuntimeSuspendFinished", "RuntimeResumeStarted", "RuntimeThreadResumed",
                                   "RuntimeResumeFinished"});
  }
}

TEST_CASE("suspension: at most one in ten is aborted and some resume on another thread") {
  constexpr int kSuspensions = 400;
  Build build = three_threads("documented");
  for (int i = 0; i < kSuspensions; ++i) build.add(suspend({}));
  program::draw_choices(build.program);
  const Reported reported = run_reporting(build);
  int aborted = 0, elsewhere = 0, in_row = 0;
  std::thread::id suspender;
  for (const Seen& each : reported.seen) {
    if (each.method == kRuntimeSuspendStarted) suspender = each.thread;
    if (each.method == kRuntimeSuspendAborted && in_row++ == 0) ++aborted;
    if (each.method == kRuntimeSuspendFinished) in_row = 0;
    if (each.method == kRuntimeResumeFinished && each.thread != suspender) ++elsewhere;
  }
  CHECK(aborted > 0);
  CHECK(aborted <= kSuspensions / 10);
  CHECK(elsewhere > 0);
  CHECK(elsewhere < kSuspensions / 2);
}

TEST_CASE("suspension: one of a server heap may be aborted and resumed by a thread") {
  for (const std::uint16_t heaps : {std::uint16_t{1}, std::uint16_t{3}}) {
    Build build = three_threads();
    build.program.heap.server_heaps = heaps;
    build.root(build.object(build.node()));
    const program::Suspending course{.aborted = 1, .threads = {{1, Stop::kReturned}}, .resumed_by = 2};
    build.collect(program::Generation::k0, program::Mode::kCompact, {.suspension = course});
    const Reported reported = run_reporting(build);
    CHECK(reported.names() == std::vector<std::string>{"RuntimeSuspendStarted", "RuntimeSuspendAborted",
                                                       "RuntimeSuspendStarted", "RuntimeSuspendFinished",
                                                       "RuntimeThreadSuspended", "RuntimeResumeStarted",
                                                       "RuntimeThreadResumed", "RuntimeResumeFinished"});
  }
}

}  // namespace gcrucible::tests
