// Legal histories around brackets: callbacks during collections, and collections whose beginning was not
// reported.
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

Step on(std::uint32_t thread, Step step) {
  step.thread = thread;
  return step;
}

}  // namespace

TEST_CASE("bracket/no-running-code: preemptive threads may raise callbacks in a collection", "[rules]") {
  const rules::Selection selection{.only = {"bracket/no-running-code"}};
  const auto with = [&](Step step) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[192,0])";
    tale.call("Initialize");
    tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    tale.steps.push_back(std::move(step));
    tale.call("GarbageCollectionFinished").call("Shutdown");
    return broken(judge(tale.text(), selection));
  };
  for (const std::string call :
       {"ExceptionSearchFunctionEnter", "ExceptionSearchFunctionLeave", "ExceptionSearchFilterEnter",
        "ExceptionSearchFilterLeave", "ExceptionSearchCatcherFound"}) {
    INFO(call);
    const std::string fields = call.ends_with("Leave") ? "" : R"("function":100)";
    CHECK(with(on(5, make_call(call, fields))).empty());
    CHECK(with(make_call(call, fields)) == selection.only);
  }
  for (const std::string call : {"ExceptionUnwindFunctionEnter", "ExceptionUnwindFinallyEnter"}) {
    CHECK(with(on(5, make_call(call, R"("function":100)"))) == selection.only);
  }
  CHECK(with(on(5, make_call("ExceptionThrown", R"("object":100)"))) == selection.only);
  CHECK(with(on(5, make_call("HandleCreated", R"("handle":7,"object":0)"))).empty());
  CHECK(with(make_call("HandleCreated", R"("handle":7,"object":0)")) == selection.only);
  CHECK(with(on(5, make_call("HandleCreated", R"("handle":7,"object":100)"))) == selection.only);
  CHECK(with(on(5, make_call("HandleDestroyed", R"("handle":7)"))).empty());
  CHECK(with(make_call("HandleDestroyed", R"("handle":7)")) == selection.only);
  for (const bool stopped : {false, true}) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65728,0])";
    tale.call("Initialize").call("RuntimeSuspendStarted", R"("reason":1)");
    if (stopped) tale.steps.push_back(on(5, make_call("RuntimeThreadSuspended", R"("thread":105)")));
    tale.call("RuntimeSuspendFinished");
    tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    tale.steps.push_back(on(5, make_call("HandleDestroyed", R"("handle":7)")));
    tale.call("GarbageCollectionFinished");
    CHECK(broken(judge(tale.text(), selection)) == (stopped ? selection.only : Ids{}));
  }
}

TEST_CASE("bracket: preemptive callbacks may precede a provisional full collection", "[rules]") {
  const rules::Selection selection{
      .only = {"bracket/started-first", "bracket/finished-last", "bracket/provisional-second-report"}};
  for (const std::string call : {"ExceptionSearchFunctionEnter", "ExceptionUnwindFunctionEnter"}) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[192,0])";
    tale.call("Initialize");
    tale.call("GarbageCollectionStarted", R"("generations":[true,true,false,false,false],"reason":0)");
    tale.call("SurvivingReferences2", R"("ranges":[[100,8]])");
    tale.call("SurvivingReferences", R"("ranges":[[100,8]])");
    tale.call("GarbageCollectionFinished");
    tale.steps.push_back(on(5, make_call(call, R"("function":100)")));
    tale.call("SurvivingReferences2", R"("ranges":[[100,8]])");
    tale.call("SurvivingReferences", R"("ranges":[[100,8]])");
    tale.call("GarbageCollectionFinished").call("Shutdown");
    CHECK(broken(judge(tale.text(), selection)).empty() == (call == "ExceptionSearchFunctionEnter"));
  }
}

TEST_CASE("bracket/background-finishes: a full one may finish in the pause of generation 1", "[rules]") {
  const rules::Selection selection{.only = {"bracket/background-finishes"}};
  const auto judged = [&](const std::string& generations, int finishes, bool resumes) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65536,16])";
    tale.call("Initialize").call("RuntimeSuspendStarted", R"("reason":1)").call("RuntimeSuspendFinished");
    tale.call("GarbageCollectionStarted", "\"generations\":" + generations + ",\"reason\":0");
    for (int i = 0; i < finishes; ++i) {
      if (resumes && i == 1) tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished");
      tale.call("GarbageCollectionFinished");
    }
    if (!resumes) tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished");
    tale.call("Shutdown");
    return broken(judge(tale.text(), selection)).empty();
  };
  const std::string one = "[true,true,false,false,false]", zero = "[true,false,false,false,false]";
  CHECK(judged(one, 1, false));
  CHECK(judged(one, 2, false));
  CHECK_FALSE(judged(one, 3, false));
  CHECK_FALSE(judged(one, 2, true));
  CHECK_FALSE(judged(zero, 2, false));
}

TEST_CASE("bracket: a background collection that started unreported may finish", "[rules]") {
  const auto collect = [](Tale& tale, const std::string& old) {
    tale.call("RuntimeSuspendStarted", R"("reason":1)").call("RuntimeSuspendFinished");
    tale.call("GarbageCollectionStarted",
              "\"generations\":[true," + old + "," + old + "," + old + "," + old + "],\"reason\":1");
  };
  const auto resume = [](Tale& tale) { tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished"); };
  const auto judged = [](Tale tale, const std::string& rule) {
    tale.call("Shutdown");
    return broken(judge(tale.text(), {.only = {rule}}));
  };
  struct Case {
    std::string rule;
    std::string runtime;
  };
  for (const Case& each :
       {Case{"bracket/background-finishes", "net10"}, Case{"bracket/basic-gc-bound", "documented"}}) {
    INFO(each.rule);
    const Step finished = on(5, make_call("GarbageCollectionFinished"));
    for (const bool foreground : {false, true}) {
      Tale attached;
      attached.header = R"("source":"recorded","event_mask":[65536,16],"runtime":")" + each.runtime + "\"";
      attached.call("InitializeForAttach", R"("data":"")");
      if (foreground) {
        collect(attached, "false");
        attached.call("GarbageCollectionFinished");
        resume(attached);
      }
      attached.steps.push_back(finished);
      CHECK(judged(attached, each.rule).empty());
    }
    for (const bool was_on : {false, true}) {
      for (const bool changes : {false, true}) {
        Tale tale;
        const std::string mask = was_on || !changes ? "[65536,16]" : "[65536,0]";
        tale.header = R"("source":"recorded","event_mask":)" + mask + R"(,"runtime":")" + each.runtime + "\"";
        tale.call("Initialize");
        tale.call("RuntimeSuspendStarted", R"("reason":0)").call("RuntimeSuspendFinished");
        resume(tale);
        // A collection whose Started was reported continues while the mask changes.
        if (was_on && changes) {
          collect(tale, "true");
          resume(tale);
          tale.info("SetEventMask2", "[65536,0]");
        }
        if (changes) tale.info("SetEventMask2", "[65536,16]");
        tale.steps.push_back(finished);
        CHECK(judged(tale, each.rule).empty() == changes);
      }
    }
    // A bracket that was open before the mask changed does not stay open.
    Tale tale;
    tale.header = R"("source":"recorded","event_mask":[65536,16],"runtime":")" + each.runtime + "\"";
    tale.call("Initialize");
    for (int i = 0; i < 3; ++i) {
      collect(tale, "true");
      resume(tale);
      tale.info("SetEventMask2", "[65536,0]").info("SetEventMask2", "[65536,16]");
    }
    CHECK(judged(tale, each.rule).empty());
    // MONITOR_GC replaces HIGH_BASIC_GC and is cleared again.
    tale.info("SetEventMask2", "[65664,0]").info("SetEventMask2", "[65536,16]");
    collect(tale, "true");
    CHECK(judged(tale, each.rule).empty());
  }
}

TEST_CASE("suspension/suspender-only-suspends: EventPipe events are delivered there", "[rules]") {
  const std::string rule = "suspension/suspender-only-suspends";
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65536,128])";
  tale.call("Initialize");
  tale.call("RuntimeSuspendStarted", R"("reason":1)").call("EventPipeEventDelivered");
  tale.call("RuntimeSuspendFinished").call("EventPipeEventDelivered");
  tale.call("RuntimeResumeStarted").call("EventPipeEventDelivered").call("RuntimeResumeFinished");
  CHECK(broken(judge(tale.text(), {.only = {rule}})).empty());
  tale.at("EventPipeEventDelivered", 1) = make_call("ExceptionSearchFilterLeave");
  CHECK(broken(judge(tale.text(), {.only = {rule}})) == Ids{rule});
}

TEST_CASE("bracket: a class that the profiler asks for is loaded on a collector thread", "[rules]") {
  const Ids every{"threads/gc-threads-only-collect", "suspension/suspender-only-suspends",
                  "bracket/no-running-code"};
  for (const bool asked : {true, false}) {
    for (const std::string callback : {"GarbageCollectionStarted", "GarbageCollectionFinished"}) {
      INFO(callback << (asked ? " asked" : ""));
      Tale tale;
      tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65672,0])";
      tale.call("Initialize");
      tale.call("RuntimeSuspendStarted", R"("reason":1)");
      Step who{.kind = Step::Kind::kInfo, .name = "GetCurrentThreadID", .fields = R"("args":[])"};
      who.hr = static_cast<std::int32_t>(0x80131355);
      who.out = "[null]";
      tale.steps.back().inside.push_back(who);
      tale.call("RuntimeSuspendFinished");
      const std::vector<Step> load{make_call("ClassLoadStarted", R"("class":100)"),
                                   make_call("ClassLoadFinished", R"("class":100,"status":0)")};
      const auto say = [&](const std::string& name, const std::string& fields) {
        tale.call(name, fields);
        if (name != callback) return;
        if (!asked) {
          tale.steps.insert(tale.steps.end(), load.begin(), load.end());
          return;
        }
        Step ask{.kind = Step::Kind::kInfo, .name = "GetClassFromToken", .fields = R"("args":[10,33554434])"};
        ask.out = "[100]";
        ask.inside = load;
        tale.steps.back().inside.push_back(ask);
      };
      say("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
      say("GarbageCollectionFinished", "");
      tale.call("RuntimeResumeStarted").call("RuntimeResumeFinished").call("Shutdown");
      const Ids found = broken(judge(tale.text(), {.only = every}));
      CHECK(found.empty() == asked);
      if (!asked) CHECK(found.size() == (callback == "GarbageCollectionStarted" ? 3 : 2));
    }
  }
}

}  // namespace gcrucible::tests
