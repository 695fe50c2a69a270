// Legal orders of suspension callbacks that look like violations if only one thread is followed.
#include <algorithm>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

void on(Tale& tale, std::uint32_t thread, std::string name, std::string fields = "") {
  tale.call(std::move(name), std::move(fields));
  tale.steps.back().thread = thread;
}

Tale empty_tale() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65536,0])";
  return tale;
}

}  // namespace

TEST_CASE("suspension: the next one may start before the last RuntimeResumeFinished") {
  // RuntimeResumeFinished of thread 1 comes after the suspension of thread 0 has begun, or even finished.
  for (const bool finished : {false, true}) {
    Tale tale = empty_tale();
    on(tale, 1, "RuntimeSuspendStarted", R"("reason":0)");
    on(tale, 1, "RuntimeSuspendFinished");
    on(tale, 1, "RuntimeResumeStarted");
    on(tale, 0, "RuntimeSuspendStarted", R"("reason":1)");
    if (!finished) on(tale, 1, "RuntimeResumeFinished");
    on(tale, 0, "RuntimeSuspendFinished");
    if (finished) on(tale, 1, "RuntimeResumeFinished");
    on(tale, 0, "RuntimeResumeStarted");
    on(tale, 0, "RuntimeResumeFinished");
    CHECK(broken(judge(tale.text())).empty());
    SECTION("a second RuntimeResumeFinished is a violation") {
      on(tale, 1, "RuntimeResumeFinished");
      CHECK(broken(judge(tale.text())) == Ids{"suspension/known-reason"});
    }
  }
}

TEST_CASE("suspension/threads-inside: .NET 10 may report a stopped thread after the resume") {
  const auto tale_of = [](const char* runtime, bool called) {
    Tale tale;
    tale.header = std::string(R"("source":"recorded","event_mask":[66048,0],"runtime":")") + runtime + '"';
    on(tale, 0, "RuntimeSuspendStarted", R"("reason":1)");
    on(tale, 0, "RuntimeThreadSuspended", R"("thread":1)");
    on(tale, 0, "RuntimeSuspendFinished");
    on(tale, 0, "RuntimeResumeStarted");
    on(tale, 0, "RuntimeThreadResumed", R"("thread":1)");
    on(tale, 0, "RuntimeResumeFinished");
    if (called) on(tale, 1, "ThreadNameChanged", R"("thread":2,"name":"a")");
    on(tale, 1, "RuntimeThreadSuspended", R"("thread":2)");
    on(tale, 1, "RuntimeThreadResumed", R"("thread":2)");
    return broken(judge(tale.text()));
  };
  CHECK(tale_of("net10", false).empty());
  // In this case the thread has run in between.
  CHECK(tale_of("net10", true) == Ids{"suspension/threads-inside"});
  CHECK(tale_of("documented", false) == Ids{"suspension/threads-inside"});
}

TEST_CASE("suspension/thread-pairs: resuming on another thread leaves no pair open") {
  Tale tale = empty_tale();
  for (int i = 0; i < 2; ++i) {
    on(tale, 0, "RuntimeSuspendStarted", R"("reason":9)");
    on(tale, 0, "RuntimeThreadSuspended", R"("thread":1)");
    on(tale, 0, "RuntimeSuspendFinished");
    on(tale, 1, "RuntimeResumeStarted");
    on(tale, 1, "RuntimeResumeFinished");
  }
  const Ids all = broken(judge(tale.text()));
  CHECK(std::ranges::find(all, "suspension/thread-pairs") == all.end());
}

TEST_CASE("suspension: suspending again before RuntimeResumeFinished is a violation") {
  Tale tale = empty_tale();
  for (int i = 0; i < 2; ++i) {
    on(tale, 1, "RuntimeSuspendStarted", R"("reason":0)");
    on(tale, 1, "RuntimeSuspendFinished");
    on(tale, 1, "RuntimeResumeStarted");
  }
  CHECK(broken(judge(tale.text())) == Ids{"suspension/known-reason"});
}

TEST_CASE("suspension: callbacks that the mask kept away are not missing") {
  Tale tale = empty_tale();
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[66048,0])";
  tale.call("RuntimeSuspendStarted", R"("reason":1)");
  tale.call("RuntimeThreadSuspended", R"("thread":1)");
  // The profiler disables suspensions during one of them, and enables them during the next one.
  tale.info("SetEventMask", "[512]");
  tale.call("ThreadCreated", R"("thread":1)");
  tale.info("SetEventMask", "[66048]");
  tale.call("ThreadAssignedToOSThread", R"("thread":1,"os":null)");
  tale.call("RuntimeResumeStarted");
  tale.call("RuntimeResumeFinished");
  tale.call("RuntimeSuspendStarted", R"("reason":1)");
  tale.call("RuntimeThreadSuspended", R"("thread":1)");
  tale.call("RuntimeSuspendFinished");
  CHECK(broken(judge(tale.text())).empty());
}

}  // namespace gcrucible::tests
