// Violations of the rules about threads and about background collections.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

constexpr const char* kAll = R"("generations":[1,1,1,1,1],"reason":1)";
constexpr const char* kYoung = R"("generations":[1,0,0,0,0],"reason":0)";

void suspend(Tale& tale, int reason) {
  tale.call("RuntimeSuspendStarted", "\"reason\":" + std::to_string(reason));
  tale.call("RuntimeSuspendFinished");
}
void resume(Tale& tale) {
  tale.call("RuntimeResumeStarted");
  tale.call("RuntimeResumeFinished");
}

// A background collection that begins with a young one in its first pause, and ends on its own thread.
Tale background() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65536,16])";
  suspend(tale, 1);
  tale.call("GarbageCollectionStarted", kAll);
  tale.call("GarbageCollectionFinished");
  resume(tale);
  suspend(tale, 1);
  tale.call("GarbageCollectionStarted", kYoung);
  tale.call("GarbageCollectionFinished");
  resume(tale);
  suspend(tale, 7);
  resume(tale);
  tale.call("GarbageCollectionFinished");
  return tale;
}

// Thread 0 is managed, with ThreadID 1. Thread 5 does not belong to the runtime.
Tale asking_threads() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[576,0])";
  tale.call("ThreadCreated", R"("thread":1)");
  tale.call("ThreadAssignedToOSThread", R"("thread":1,"os_thread":101)");
  tale.info("GetCurrentThreadID", "[]", "[1]");
  tale.call("ThreadDestroyed", R"("thread":1)");
  tale.steps.back().thread = 5;
  tale.info("GetCurrentThreadID", "[]", "[null]");
  tale.steps.back().inside.back().hr = -2146233515;
  tale.steps.back().inside.back().thread = 5;
  tale.call("ThreadNameChanged", R"("thread":2,"name":"a")");
  tale.steps.back().thread = 5;
  return tale;
}

Tale asked_suspension() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65536,0])";
  tale.call("ThreadNameChanged", R"("thread":5)");
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[66048,0])";
  tale.info("SuspendRuntime", "[]");
  Step& info = tale.steps.back().inside.back();
  info.inside.push_back(make_call("RuntimeSuspendStarted", R"("reason":9)"));
  info.inside.push_back(make_call("RuntimeSuspendFinished"));
  resume(tale);
  return tale;
}

}  // namespace

std::vector<Break> thread_breaks() {
  return {
      {"bracket/background-finishes",
       {},
       [](Tale& t) {
         t.insert_after("GarbageCollectionFinished", make_call("GarbageCollectionFinished"), 2);
       },
       background},
      {"masks/no-background",
       {},
       [](Tale& t) { t.edit("RuntimeSuspendStarted", "\"reason\":1", "\"reason\":7"); }},
      {"suspension/for-profiler",
       {},
       [](Tale& t) { t.at("ThreadNameChanged").inside.at(0).inside.at(0).fields = R"("reason":0)"; },
       asked_suspension},
      {"threads/calls-nest",
       {},
       [](Tale& t) { t.at("ThreadDestroyed").inside.at(0).returns = false; },
       asking_threads},
      {"threads/gc-threads-only-collect",
       {},
       [](Tale& t) {
         t.at("ThreadNameChanged") = make_call("ExceptionThrown", R"("object":1)");
         t.steps.back().thread = 5;
       },
       asking_threads},
      {"threads/batches-stay-on-thread",
       {"moved/new-disjoint", "ranges/calls-add-up", "ranges/exact-first",
        "ranges/failure-suppresses-one-call", "ranges/legacy-follows", "ranges/old-disjoint",
        "threads/triggering-thread"},
       [](Tale& t) { t.at("MovedReferences").thread = 3; }},
      {"threads/triggering-thread", {}, [](Tale& t) { t.at("GarbageCollectionFinished").thread = 3; }},
      {"threads/no-id-on-gc-threads",
       {},
       [](Tale& t) { t.at("ThreadAssignedToOSThread").inside.at(0).out = "[2]"; },
       asking_threads},
  };
}

}  // namespace gcrucible::tests
