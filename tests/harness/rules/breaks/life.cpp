// Violations of the rules about the life of a profiler.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

constexpr const char* kAll = R"("generations":[1,1,1,1,1],"reason":1)";
constexpr const char* kMonitors = R"("source":"simulated","runtime":"net10","callback_version":11,)"
                                  R"("event_mask":[65664,0])";

void collect(Tale& tale) {
  tale.call("RuntimeSuspendStarted", R"("reason":1)");
  tale.call("RuntimeSuspendFinished");
  tale.call("GarbageCollectionStarted", kAll);
  tale.call("GarbageCollectionFinished");
  tale.call("RuntimeResumeStarted");
  tale.call("RuntimeResumeFinished");
}

// From Initialize to Shutdown.
Tale started() {
  Tale tale;
  tale.header = kMonitors;
  tale.call("LoadAsNotificationOnly");
  tale.call("Initialize");
  tale.info("SetEventMask2", "[65664,0]");
  collect(tale);
  tale.call("Shutdown");
  tale.end = R"("end":true,"exit":"normal")";
  return tale;
}

Tale hosted() {
  Tale tale = started();
  tale.erase("Shutdown");
  tale.end = R"("end":true,"exit":"hosted")";
  return tale;
}

Tale failed() {
  Tale tale;
  tale.header = kMonitors;
  tale.call("Initialize");
  tale.at("Initialize").hr = -2147467259;  // E_FAIL
  return tale;
}

// Attached during a collection, of which only the end is reported. A complete one follows.
Tale attached() {
  Tale tale;
  tale.header = std::string(kMonitors) + R"(,"load":"attach")";
  tale.call("InitializeForAttach", R"("data_bytes":2,"data":"0102")");
  tale.info("SetEventMask2", "[65664,0]");
  tale.call("ProfilerAttachComplete");
  tale.model("attach", R"("data_bytes":2,"data":"0102","result":0)");
  tale.call("GarbageCollectionFinished");
  tale.call("RuntimeResumeStarted");
  tale.call("RuntimeResumeFinished");
  tale.model("collection", R"("collection":2,"line":9,"generation":2,"induced":true)");
  collect(tale);
  return tale;
}

// The answer of ProfilerAttachComplete has no effect.
Tale completed_with_failure() {
  Tale tale = attached();
  tale.at("ProfilerAttachComplete").hr = -2147467259;
  return tale;
}

Tale detached() {
  Tale tale = started();
  tale.erase("Shutdown");
  Step& last = tale.at("RuntimeResumeFinished");
  last.inside.push_back({.kind = Step::Kind::kInfo,
                         .name = "RequestProfilerDetach",
                         .fields = R"("args":[100])",
                         .hr = 0,
                         .out = "[]"});
  last.inside.push_back({.kind = Step::Kind::kInfo,
                         .name = "GetEventMask2",
                         .fields = R"("args":[])",
                         .hr = -2146233497,  // CORPROF_E_PROFILER_DETACHING
                         .out = "[null,null]"});
  tale.call("ProfilerDetachSucceeded");
  return tale;
}

}  // namespace

std::vector<Break> life_breaks() {
  return {
      {"start/initialize-first",
       {"suspension/known-reason"},
       [](Tale& t) { t.insert_before("Initialize", make_call("RuntimeResumeFinished")); },
       started},
      {"start/second-interface-required",
       {},
       [](Tale& t) {
         const std::size_t at = t.header.find("11");
         t.header.replace(at, 2, "1");
       },
       started},
      {"start/failed-initialize-ends", {}, [](Tale& t) { t.call("Shutdown"); }, failed},
      {"start/one-profiler",
       {},
       [](Tale& t) { t.insert_after("RuntimeResumeFinished", make_call("Initialize")); },
       started},
      {"attach/initialize-for-attach", {}, [](Tale& t) { t.erase("ProfilerAttachComplete"); }, attached},
      {"attach/client-data",
       {},
       [](Tale& t) {
         t.edit("InitializeForAttach", R"("data":"0102")", R"("data":null)");
         t.edit("attach", R"("data":"0102")", R"("data":null)");
       },
       attached},
      {"attach/active-before-complete",
       {},
       [](Tale& t) { t.insert_after("ProfilerAttachComplete", make_call("ProfilerAttachComplete")); },
       attached},
      {"attach/orphans-end",
       {"bracket/started-first"},
       [](Tale& t) { t.erase("GarbageCollectionStarted"); },
       attached},
      {"attach/concurrent-gc",
       {},
       [](Tale& t) { t.at("InitializeForAttach").inside[0].hr = -2147467259; },
       attached},
      {"attach/allowed-flags",
       {},
       [](Tale& t) { t.at("InitializeForAttach").inside[0].fields = R"("args":[8454272,0])"; },
       attached},
      {"attach/result",
       {},
       [](Tale& t) { t.edit("attach", "\"result\":0", "\"result\":2147500037"); },
       attached},
      {"attach/complete-ignored",
       {},
       [](Tale& t) {
         t.erase("GarbageCollectionStarted");
         t.erase("GarbageCollectionFinished", 1);
       },
       completed_with_failure},
      {"detach/no-new-callbacks",
       {"suspension/known-reason"},
       [](Tale& t) { t.insert_before("ProfilerDetachSucceeded", make_call("RuntimeResumeFinished")); },
       detached},
      {"detach/succeeded-last", {}, [](Tale& t) { t.call("ProfilerDetachSucceeded"); }, detached},
      {"detach/refusals", {}, [](Tale& t) { t.header.replace(t.header.find("11"), 2, "2"); }, detached},
      {"shutdown/at-a-managed-end", {}, [](Tale& t) { t.call("Shutdown"); }, hosted},
      {"shutdown/once", {}, [](Tale& t) { t.call("Shutdown"); }, started},
  };
}

}  // namespace gcrucible::tests
