// Violations of the rules about suspension callbacks.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

// Two threads with ThreadIDs 1 and 2. The first one suspends twice. In the second suspension the other one
// reports itself as suspended.
Tale suspensions(std::uint32_t reason) {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[66048,0])";
  const auto on = [&](std::uint32_t thread) { tale.steps.back().thread = thread; };
  tale.call("ThreadCreated", R"("thread":1)");
  tale.call("ThreadAssignedToOSThread", R"("thread":1,"os_thread":101)");
  tale.call("ThreadCreated", R"("thread":2)");
  on(1);
  tale.call("ThreadAssignedToOSThread", R"("thread":2,"os_thread":102)");
  on(1);
  for (const bool other : {false, true}) {
    tale.call("RuntimeSuspendStarted", "\"reason\":" + std::to_string(reason));
    tale.call("RuntimeThreadSuspended", R"("thread":1)");
    tale.call("RuntimeSuspendFinished");
    if (other) {
      tale.call("RuntimeThreadSuspended", R"("thread":2)");
      on(1);
    }
    tale.call("RuntimeResumeStarted");
    tale.call("RuntimeThreadResumed", R"("thread":1)");
    tale.call("RuntimeResumeFinished");
    if (other) {
      tale.call("RuntimeThreadResumed", R"("thread":2)");
      on(1);
    }
  }
  return tale;
}

// A process of the .NET Framework 1.1 that shuts down, with one collection.
Tale unannounced() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"netfx1.1","event_mask":[65664,0])";
  tale.call("RuntimeSuspendStarted", R"("reason":4)").call("RuntimeSuspendFinished");
  tale.call("RootReferences", R"("roots":[4096])");
  tale.call("ObjectReferences", R"("object":4096,"class":7,"refs":[])");
  tale.call("Shutdown");
  return tale;
}

// As above, but the model records one collection.
Tale unannounced_and_known() {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"netfx1.1","event_mask":[8454528,0])";
  tale.call("RuntimeSuspendStarted", R"("reason":4)").call("RuntimeSuspendFinished");
  tale.model("collection", R"("collection":1,"line":1,"generation":0,"induced":true)");
  tale.call("RootReferences", R"("roots":[4096])");
  tale.call("ObjectReferences", R"("object":4096,"class":7,"refs":[])");
  tale.call("Shutdown");
  return tale;
}

Tale for_collections() {
  return suspensions(1);
}
Tale for_appdomain_shutdown() {
  Tale tale = suspensions(2);
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[66064,0])";
  return tale;
}

// The first suspension is aborted, and another one begins.
Tale aborted() {
  Tale tale = suspensions(0);
  tale.at("RuntimeSuspendFinished").name = "RuntimeSuspendAborted";
  tale.erase("RuntimeThreadSuspended");
  tale.erase("RuntimeResumeStarted");
  tale.erase("RuntimeThreadResumed");
  tale.erase("RuntimeResumeFinished");
  return tale;
}

}  // namespace

std::vector<Break> suspension_breaks() {
  return {
      {"suspension/known-reason",
       {},
       [](Tale& t) { t.edit("RuntimeSuspendStarted", "\"reason\":1", "\"reason\":5"); },
       for_collections},
      {"suspension/ends-once", {}, [](Tale& t) { t.erase("RuntimeSuspendFinished"); }, for_collections},
      {"suspension/same-thread",
       {},
       [](Tale& t) { t.at("RuntimeSuspendFinished").thread = 3; },
       for_collections},
      {"suspension/resume-same-thread",
       {},
       [](Tale& t) { t.at("RuntimeResumeFinished").thread = 3; },
       for_collections},
      {"suspension/resume-same-thread",
       {},
       [](Tale& t) {
         const std::string net10 = "net10";
         t.header.replace(t.header.find(net10), net10.size(), "documented");
         t.erase("RuntimeResumeFinished", 1);
         t.call("Shutdown");
       },
       for_collections},
      {"suspension/abort-ends-it",
       {"suspension/known-reason"},
       [](Tale& t) { t.insert_after("RuntimeSuspendAborted", make_call("RuntimeResumeStarted")); },
       aborted},
      {"suspension/threads-inside",
       {},
       [](Tale& t) { t.move_after("RuntimeThreadSuspended", "RuntimeResumeStarted"); },
       for_collections},
      {"suspension/own-thread-before",
       {},
       [](Tale& t) { t.move_after("RuntimeThreadSuspended", "RuntimeSuspendFinished"); },
       for_collections},
      {"suspension/suspended-threads-rest",
       {},
       [](Tale& t) {
         Step step = make_call("ThreadNameChanged", R"("thread":2,"name":"a")");
         step.thread = 1;
         t.insert_after("RuntimeThreadSuspended", step, 2);
       },
       for_collections},
      {"suspension/thread-pairs",
       {},
       [](Tale& t) {
         Step step = make_call("RuntimeThreadResumed", R"("thread":2)");
         step.thread = 1;
         t.insert_after("RuntimeThreadResumed", step);
       },
       for_collections},
      {"suspension/suspender-only-suspends",
       {"masks/enabled"},
       [](Tale& t) {
         t.insert_after("RuntimeSuspendFinished", make_call("HandleCreated", R"("handle":990,"object":0)"));
       },
       for_collections},
      {"suspension/no-appdomain-callbacks",
       {},
       [](Tale& t) {
         t.insert_after("RuntimeSuspendFinished", make_call("AppDomainShutdownStarted", R"("appdomain":9)"));
       },
       for_appdomain_shutdown},
      {"suspension/no-code-pitching",
       {},
       [](Tale& t) { t.edit("RuntimeSuspendStarted", "\"reason\":1", "\"reason\":3"); },
       for_collections},
      {"suspension/on-its-thread",
       {"suspension/own-thread-before"},
       [](Tale& t) {
         t.at("RuntimeThreadSuspended", 2).thread = 0;
         t.at("RuntimeThreadResumed", 2).thread = 0;
       },
       for_collections},
      {"suspension/own-thread-first",
       {"suspension/thread-pairs"},
       [](Tale& t) { t.erase("RuntimeThreadSuspended", 1); },
       for_collections},
      {"suspension/no-destroyed-threads",
       {},
       [](Tale& t) {
         t.insert_before("RuntimeSuspendStarted", make_call("ThreadDestroyed", R"("thread":2)"));
       },
       for_collections},
      {"shutdown/unannounced-only-then",
       {},
       [](Tale& tale) {
         tale.erase("RuntimeSuspendStarted");
         tale.erase("RuntimeSuspendFinished");
       },
       unannounced},
      {"shutdown/unannounced-only-then",
       {},
       [](Tale& tale) {
         tale.insert_before("ObjectReferences", make_call("ObjectAllocated", R"("object":8192,"class":7)"));
       },
       unannounced_and_known},
  };
}

}  // namespace gcrucible::tests
