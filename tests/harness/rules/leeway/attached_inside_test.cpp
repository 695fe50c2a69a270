// Profilers that attach in the middle of something. Its end may be delivered without its beginning. What
// begins after the attach is judged.
#include <string>
#include <vector>

#include "tests/harness/rules/interleaved.h"
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

constexpr std::uint32_t kClient = 9, kProgram = 1, kAnother = 2;

// COR_PRF_MONITOR_SUSPENDS, COR_PRF_MONITOR_THREADS and COR_PRF_MONITOR_GC.
Interleaved attached(const std::string& mask = "[66176,0]") {
  Interleaved trace(mask);
  trace.call(kClient, "InitializeForAttach", R"("data_bytes":0,"data":null)");
  trace.call(kClient, "ProfilerAttachComplete");
  return trace;
}

Ids broken_in(const Interleaved& trace, const Ids& only = {}) {
  return broken(judge(trace.text(), {.only = only}));
}

Interleaved& suspend(Interleaved& trace, std::uint32_t thread, int reason = 1) {
  trace.call(thread, "RuntimeSuspendStarted", "\"reason\":" + std::to_string(reason));
  return trace.call(thread, "RuntimeSuspendFinished");
}

Interleaved& resume(Interleaved& trace, std::uint32_t thread) {
  return trace.call(thread, "RuntimeResumeStarted").call(thread, "RuntimeResumeFinished");
}

TEST_CASE("bracket: an attach in a collection -> the next Started begins another collection", "[rules]") {
  const Ids only{"bracket/*"};
  for (const bool starts : {true, false}) {
    Interleaved trace = attached("[128,0]");
    trace.call(kProgram, "GarbageCollectionFinished");
    if (starts) trace.start(kProgram);
    trace.call(kProgram, "ObjectsAllocatedByClass", R"("classes":[[5,1]])");
    trace.call(kProgram, "GarbageCollectionFinished");
    CHECK(broken_in(trace, only).empty() == starts);
  }
}

TEST_CASE("bracket/suspended: an attach in a suspension -> its reason is unknown", "[rules]") {
  const Ids only{"bracket/suspended", "suspension/*"};
  Interleaved trace = attached();
  trace.call(kProgram, "RuntimeSuspendFinished").start(kProgram);
  trace.call(kProgram, "GarbageCollectionFinished");
  resume(trace, kProgram);
  CHECK(broken_in(trace, only).empty());
  // The next suspension is for something else.
  suspend(trace, kProgram, 2).start(kProgram);
  CHECK(broken_in(trace, only) == Ids{"bracket/suspended"});
}

TEST_CASE("suspension: an attach in a suspension -> its thread may report itself", "[rules]") {
  const Ids only{"suspension/suspended-threads-rest"};
  for (const bool begins : {false, true}) {
    Interleaved trace = attached();
    if (begins) trace.call(kAnother, "RuntimeSuspendStarted", R"("reason":1)");
    trace.call(kProgram, "RuntimeThreadSuspended", R"("thread":101)");
    trace.call(kProgram, "RuntimeSuspendFinished");
    CHECK(broken_in(trace, only).empty() == !begins);
  }
}

TEST_CASE("suspension: an attach in a resume -> its end may follow the next suspension", "[rules]") {
  const Ids only{"suspension/*"};
  for (const bool resuming : {false, true}) {
    Interleaved trace = attached();
    suspend(trace, kAnother);
    if (resuming) trace.call(kAnother, "RuntimeResumeStarted");
    trace.call(kProgram, "RuntimeResumeFinished");
    if (!resuming) trace.call(kAnother, "RuntimeResumeStarted");
    trace.call(kAnother, "RuntimeResumeFinished");
    CHECK(broken_in(trace, only).empty());
    trace.call(kProgram, "RuntimeResumeFinished");
    CHECK(broken_in(trace, only) == Ids{"suspension/known-reason"});
  }
}

TEST_CASE("suspension/thread-pairs: an attach in a stop -> its end may follow the next suspension",
          "[rules]") {
  const Ids only{"suspension/thread-pairs"};
  Interleaved trace = attached();
  suspend(trace, kAnother);
  trace.call(kProgram, "RuntimeThreadResumed", R"("thread":101)");
  CHECK(broken_in(trace, only).empty());
  trace.call(kProgram, "RuntimeThreadResumed", R"("thread":101)");
  CHECK(broken_in(trace, only) == only);
}

TEST_CASE("threads/assigned-at-once: an attach in a thread's start -> it may be assigned", "[rules]") {
  const Ids only{"threads/assigned-at-once"};
  Interleaved trace = attached();
  trace.call(kProgram, "ThreadAssignedToOSThread", R"("thread":101,"os":null)");
  CHECK(broken_in(trace, only).empty());
  trace.call(kAnother, "ThreadCreated", R"("thread":102)");
  trace.call(kAnother, "ThreadNameChanged", R"("thread":102,"name":"a")");
  trace.call(kAnother, "ThreadAssignedToOSThread", R"("thread":102,"os":null)");
  CHECK(broken_in(trace, only) == only);
}

TEST_CASE("handles: an attach in an exception -> .NET may recreate its handle unreported", "[rules]") {
  const Ids only{"handles/created-before-destroyed"};
  for (const bool begins : {false, true}) {
    Interleaved trace = attached();
    if (begins) trace.call(kProgram, "ThreadCreated", R"("thread":101)");
    if (begins) trace.call(kProgram, "ThreadAssignedToOSThread", R"("thread":101,"os":null)");
    for (int i = 0; i < 2; ++i) trace.call(kProgram, "HandleDestroyed", R"("handle":70)");
    CHECK(broken_in(trace, only) == (begins ? only : Ids{}));
  }
}

TEST_CASE("attach/orphans-end: a later mask -> another collection may be under way", "[rules]") {
  const Ids only{"attach/orphans-end"};
  for (const bool changes : {true, false}) {
    Interleaved trace = attached();
    trace.call(kProgram, "GarbageCollectionFinished");
    trace.call(kProgram, "RuntimeSuspendStarted", R"("reason":1)");
    if (changes) trace.set(kAnother, 66048).set(kAnother, 66176);
    trace.call(kProgram, "ObjectReferences", R"("object":100,"class":5,"refs":[])");
    CHECK(broken_in(trace, only) == (changes ? Ids{} : only));
  }
}

TEST_CASE("profiler-handles: an attach in a collection -> a handle's object may move", "[rules]") {
  const Ids only{"profiler-handles/weak"};
  for (const bool starts : {false, true}) {
    Interleaved trace = attached();
    if (starts) suspend(trace, kProgram).start(kProgram).call(kProgram, "GarbageCollectionFinished");
    if (starts) suspend(resume(trace, kProgram), kProgram);
    trace.end(trace.ask(kClient, "CreateHandle", "[100,1]"), 0, "[70]");
    if (!starts) trace.call(kProgram, "GarbageCollectionFinished");
    trace.end(trace.ask(kClient, "GetObjectIDFromHandle", "[70]"), 0, "[200]");
    CHECK(broken_in(trace, only) == (starts ? only : Ids{}));
  }
}

// Callbacks of an exception that began before the attach, and of one that begins inside it.
Interleaved in_exception() {
  Interleaved trace = attached("[66240,0]");
  trace.call(kProgram, "ExceptionUnwindFinallyEnter", R"("function":1)");
  trace.call(kProgram, "ExceptionThrown", R"("object":100)");
  trace.call(kProgram, "ExceptionSearchFunctionEnter", R"("function":2)");
  trace.call(kProgram, "ExceptionSearchCatcherFound", R"("function":2)");
  return trace;
}

TEST_CASE("exceptions: an attach in an exception -> its rest is no fault, the next one is judged",
          "[rules]") {
  const Ids only{"exceptions/*"};
  Interleaved trace = in_exception();
  trace.call(kProgram, "ExceptionSearchFunctionLeave");
  trace.call(kProgram, "ExceptionUnwindFunctionEnter", R"("function":2)");
  trace.call(kProgram, "ExceptionCatcherEnter", R"("function":2,"object":100)");
  trace.call(kProgram, "ExceptionCatcherLeave");
  trace.call(kProgram, "ExceptionUnwindFinallyLeave").call(kProgram, "ExceptionUnwindFunctionLeave");
  trace.call(kProgram, "ExceptionUnwindFunctionEnter", R"("function":3)");
  trace.call(kProgram, "ExceptionCatcherEnter", R"("function":3,"object":90)");
  trace.call(kProgram, "ExceptionCatcherLeave");
  CHECK(broken_in(trace, only).empty());
  // The second exception is searched for twice, left in the wrong order, or unwound elsewhere.
  Interleaved again = in_exception();
  again.call(kProgram, "ExceptionSearchCatcherFound", R"("function":2)");
  CHECK(broken_in(again, only) == Ids{"exceptions/phases"});
  Interleaved crossed = in_exception();
  crossed.call(kProgram, "ExceptionUnwindFinallyLeave");
  CHECK(broken_in(crossed, only) == Ids{"exceptions/nest"});
  Interleaved elsewhere = in_exception();
  elsewhere.call(kProgram, "ExceptionSearchFunctionLeave");
  elsewhere.call(kProgram, "ExceptionUnwindFunctionEnter", R"("function":4)");
  CHECK(broken_in(elsewhere, only) == Ids{"exceptions/unwound-as-searched"});
}

}  // namespace
}  // namespace gcrucible::tests
