// One cause is one finding. Consequences are named below their cause, and independent faults stay separate.
#include "harness/rules/judge/consequences.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

// Violated rules that are not consequences of another one.
Ids standing(const std::vector<rules::Verdict>& verdicts) {
  Ids ids;
  for (const rules::Verdict& each : verdicts) {
    if (each.standing == rules::Standing::kBroken && each.follows == nullptr) ids.emplace_back(each.rule->id);
  }
  return ids;
}

TEST_CASE("consequences: a violation caused by another rule is reported as its consequence", "[rules]") {
  // Removes all ranges of a collection.
  Tale tale = recorded_collections();
  tale.erase("SurvivingReferences2");
  tale.erase("SurvivingReferences");
  tale.erase("MovedReferences2");
  tale.erase("MovedReferences");
  const auto verdicts = judge(tale.text());
  const Ids all = broken(verdicts);
  CHECK(all.size() > 1);
  const Ids causes = standing(verdicts);
  REQUIRE(causes.size() == 1);
  CHECK(causes[0].starts_with("ranges/"));
  // If the cause is not judged, its consequences are shown.
  CHECK_FALSE(standing(judge(tale.text(), {.skip = causes})).empty());
}

TEST_CASE("consequences: faults of different kinds stay separate causes", "[rules]") {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[514,0])";
  tale.call("Initialize");
  tale.call("ThreadDestroyed", R"("thread":6)");
  tale.call("ClassLoadFinished", R"("class":100,"status":0)").call("Shutdown");
  CHECK(standing(judge(tale.text())) == Ids{"threads/known", "ids/load-pairs"});
}

// Two faults in one collection. `frame` damages the bracket, and `value` one call.
Ids standing_with(const std::function<void(Tale&)>& frame, const std::function<void(Tale&)>& value) {
  Tale tale = recorded_collections();
  value(tale);
  frame(tale);
  return standing(judge(tale.text()));
}

TEST_CASE("consequences: a fault of the bracket -> faults of single calls stand on their own", "[rules]") {
  struct Frame {
    std::string rule;
    std::function<void(Tale&)> damage;
  };
  const std::vector<Frame> frames{
      {"bracket/reason", [](Tale& t) { t.edit("GarbageCollectionStarted", "\"reason\":1", "\"reason\":7"); }},
      {"bracket/pairs", [](Tale& t) { t.erase("GarbageCollectionFinished"); }},
      {"suspension/ends-once", [](Tale& t) { t.erase("RuntimeSuspendFinished"); }},
      {"bracket/no-running-code",
       [](Tale& t) {
         Step thrown = make_call("ExceptionThrown", R"("object":7)");
         thrown.thread = 5;
         t.insert_before("RootReferences2", thrown);
       }},
      {"bracket/order", [](Tale& t) { t.move_after("ObjectsAllocatedByClass", "RootReferences"); }}};
  for (const Frame& frame : frames) {
    INFO(frame.rule);
    const auto has = [&](const Ids& ids, const std::string& rule) {
      return std::ranges::find(ids, rule) != ids.end();
    };
    const Ids flags = standing_with(
        frame.damage, [](Tale& t) { t.edit("RootReferences2", "[7,1,0,900]", "[7,1,256,900]"); });
    CHECK(has(flags, frame.rule));
    CHECK(has(flags, "roots/known-flags"));
    const Ids null =
        standing_with(frame.damage, [](Tale& t) { t.edit("ObjectReferences", "8,10", "8,0", 1); });
    CHECK(has(null, frame.rule));
    CHECK(has(null, "references/empty-is-zero"));
  }
}

TEST_CASE("consequences: code that runs in a collection -> another thread's fault stands", "[rules]") {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[704,0])";
  tale.call("Initialize");
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  const auto on = [&](std::uint32_t thread, Step step) {
    step.thread = thread;
    tale.steps.push_back(std::move(step));
  };
  on(5, make_call("ExceptionThrown", R"("object":100)"));
  on(5, make_call("ExceptionUnwindFunctionLeave"));
  on(6, make_call("ThreadDestroyed", R"("thread":106)"));
  tale.call("GarbageCollectionFinished").call("Shutdown");
  CHECK(standing(judge(tale.text())) == Ids{"bracket/no-running-code", "threads/known"});
}

TEST_CASE("consequences: a missing Finished -> collections that it mixes have one finding", "[rules]") {
  Tale tale = recorded_collections();
  for (const char* const call :
       {"RuntimeSuspendStarted", "RuntimeSuspendFinished", "RuntimeResumeStarted", "RuntimeResumeFinished"})
    tale.erase_all(call);
  const auto without_suspends = [](std::string& text) {
    const std::size_t place = text.find("8454592");
    if (place != std::string::npos) text.replace(place, 7, "8388992");
  };
  without_suspends(tale.header);
  for (Step& info : tale.at("Initialize").inside) without_suspends(info.fields);
  CHECK(broken(judge(tale.text())).empty());
  tale.erase("GarbageCollectionFinished");
  const auto verdicts = judge(tale.text());
  CHECK(broken(verdicts).size() > 1);
  CHECK(standing(verdicts) == Ids{"bracket/no-nesting"});
}

TEST_CASE("findings: violations of one rule in one collection are one finding with a count", "[rules]") {
  Tale tale = recorded_collections();
  tale.erase_all("RootReferences2");
  tale.erase_all("RootReferences");
  const auto verdicts = judge(tale.text(), {.only = {"references/closed-graph"}});
  REQUIRE(verdicts.size() == 1);
  for (const rules::Finding& each : verdicts[0].findings) {
    CHECK(each.callback == "ObjectReferences");
    CHECK((each.more == 0 || each.last_line > each.line));
  }
  CHECK(verdicts[0].breaks == verdicts[0].findings.size());
}

TEST_CASE("consequences: every cause and consequence is a rule of the catalogue", "[rules]") {
  for (const std::string_view glob : rules::chained_rules()) {
    INFO(glob);
    CHECK_FALSE(rules::select(glob).empty());
  }
}

}  // namespace
}  // namespace gcrucible::tests
