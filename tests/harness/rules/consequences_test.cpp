// One cause is one finding. Consequences are named below their cause, and independent faults stay separate.
#include "harness/rules/judge/consequences.h"

#include <string>
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
