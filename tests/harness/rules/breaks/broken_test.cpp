// Each rule with a checker is kept by a good tale, and violated by the tale's damage.
#include <algorithm>
#include <set>

#include "harness/rules/judge/coverage.h"
#include "tests/harness/rules/breaks/breaks.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

const char* const kMovedRows = "[10,8,3],[15,11,2]";

Ids sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::string findings_of(const std::vector<rules::Verdict>& verdicts) {
  std::string text;
  for (const rules::Verdict& verdict : verdicts) {
    for (const rules::Finding& finding : verdict.findings) {
      text += std::string(verdict.rule->id) + " at line " + std::to_string(finding.line) + ": " +
              finding.what + "\n";
    }
  }
  return text;
}

// Only violations of the rule's side are checked. Profilers in tales for runtime rules call Info in
// forbidden places to show the answers. Runtimes in tales for profiler rules report only the necessary
// part.
std::vector<rules::Verdict> judged(const Tale& tale, const char* rule) {
  std::vector<rules::Verdict> verdicts = judge(tale.text());
  const rules::Breaker breaker = rules::find_rule(rule)->breaker;
  std::erase_if(verdicts, [&](const rules::Verdict& verdict) { return verdict.rule->breaker != breaker; });
  return verdicts;
}

}  // namespace

TEST_CASE("breaks: each undamaged trace keeps its rule and violates none") {
  for (const Break& each : breaks()) {
    const auto verdicts = judged(each.tale(), each.rule);
    INFO(each.rule << "\n" << findings_of(verdicts));
    CHECK(findings_of(verdicts) == "");
    for (const rules::Verdict& verdict : verdicts) {
      if (verdict.rule->id != each.rule) continue;
      INFO(verdict.why);
      CHECK(verdict.standing == rules::Standing::kKept);
    }
  }
}

TEST_CASE("breaks: each damaged trace violates its rule") {
  for (const Break& each : breaks()) {
    Tale tale = each.tale();
    each.damage(tale);
    const auto verdicts = judged(tale, each.rule);
    Ids expected = each.also;
    expected.emplace_back(each.rule);
    INFO(each.rule << "\n" << findings_of(verdicts));
    CHECK(broken(verdicts) == sorted(expected));
  }
}

TEST_CASE("breaks: exactly the checked rules have a damage") {
  std::set<std::string> damaged;
  for (const Break& each : breaks()) damaged.insert(each.rule);
  for (const rules::Rule& rule : rules::catalogue()) {
    INFO(rule.id);
    CHECK(damaged.contains(std::string(rule.id)) == (rules::coverage_of(rule) == rules::Coverage::kChecked));
  }
}

TEST_CASE("findings: a finding names its place and its values") {
  Tale tale = two_collections();
  edit_moved(tale, kMovedRows, "[10,8,2],[15,11,2]");
  const auto verdicts = judge(tale.text(), {.only = {"moved/half-open-range"}});
  REQUIRE(verdicts.size() == 1);
  REQUIRE(verdicts[0].findings.size() == 1);
  const rules::Finding& finding = verdicts[0].findings[0];
  CHECK(finding.callback == "MovedReferences2");
  CHECK(finding.collection == 1);
  CHECK(finding.entry == 1);
  CHECK(finding.object == 3);
  CHECK(finding.address == 12);
  CHECK(finding.what.find("[10, 12)") != std::string::npos);
}

TEST_CASE("bracket/basic-gc-bound: more than two open brackets are a violation") {
  const auto tale_of = [](const char* runtime, std::initializer_list<const char*> calls) {
    Tale tale;
    tale.header = std::string(R"("source":"recorded","runtime":")") + runtime + R"(","event_mask":[0,16])";
    for (const char* const call : calls)
      tale.call(call, R"("generations":[true,false,false,false,false],"reason":0)");
    return tale.text();
  };
  const char* const s = "GarbageCollectionStarted";
  const char* const f = "GarbageCollectionFinished";
  const Ids rule{"bracket/basic-gc-bound"};
  CHECK(broken(judge(tale_of("documented", {s, s, f, s, f, f}))).empty());
  CHECK(broken(judge(tale_of("documented", {s, f, f}))) == rule);
  CHECK(broken(judge(tale_of("documented", {s, s, s}))) == rule);
  // As recorded from .NET 10 in background.txt.
  CHECK(broken(judge(tale_of("net10", {s, f, f, s, s, f, f}))).empty());
}

TEST_CASE("bracket/no-nesting: a second full collection in the first pause is a violation") {
  const auto tale_of = [](const char* second, bool resumes) {
    Tale tale;
    tale.header = R"("source":"recorded","runtime":"net10","event_mask":[65536,16])";
    const auto pauses = [&] {
      tale.call("RuntimeSuspendStarted", R"("reason":1)");
      tale.call("RuntimeSuspendFinished");
    };
    const auto resume = [&] {
      tale.call("RuntimeResumeStarted");
      tale.call("RuntimeResumeFinished");
    };
    pauses();
    tale.call("GarbageCollectionStarted", R"("generations":[true,true,true,true,true],"reason":1)");
    if (resumes) {
      resume();
      pauses();
    }
    tale.call("GarbageCollectionStarted", std::string(R"("generations":)") + second + R"(,"reason":1)");
    tale.call("GarbageCollectionFinished");
    resume();
    return tale.text();
  };
  const char* const all = "[true,true,true,true,true]";
  CHECK(broken(judge(tale_of(all, false))) == Ids{"bracket/no-nesting"});
  CHECK(broken(judge(tale_of("[true,true,false,false,false]", false))).empty());
  const Ids with_another_pause = broken(judge(tale_of(all, true)));
  CHECK(std::ranges::find(with_another_pause, "bracket/no-nesting") == with_another_pause.end());
}

TEST_CASE("detach/no-new-callbacks: a callback that overlaps the detach is allowed") {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"documented","callback_version":11,"event_mask":[65536,0])";
  tale.call("Initialize");
  tale.steps.push_back(make_info("RequestProfilerDetach", "[100]", "[]", 3));
  tale.call("RuntimeSuspendStarted", R"("reason":1)");
  const auto accuses = [](const Tale& reported) {
    const Ids all = broken(judge(reported.text()));
    return std::ranges::find(all, "detach/no-new-callbacks") != all.end();
  };
  CHECK_FALSE(accuses(tale));
  tale.call("RuntimeSuspendFinished");
  CHECK(accuses(tale));
}

TEST_CASE(
    "detach/refusals: a request is refused while another one is accepted, and after a failed Initialize") {
  constexpr std::int32_t kDetaching = -2146233497;  // CORPROF_E_PROFILER_DETACHING
  const auto accuses = [](const std::string& text) {
    const Ids all = broken(judge(text));
    return std::ranges::find(all, "detach/refusals") != all.end();
  };
  const std::string header =
      R"({"gcrucible_trace":1,"source":"simulated","runtime":"documented","callback_version":11,)"
      R"("event_mask":[65536,0]})"
      "\n";
  const std::string begun = header + R"({"n":1,"t":0,"call":"Initialize"})" + "\n";
  const std::string asked = R"({"n":3,"t":3,"info":"RequestProfilerDetach","args":[1]})"
                            "\n"
                            R"({"n":4,"t":4,"info":"RequestProfilerDetach","args":[1]})"
                            "\n";
  const std::string refused =
      R"({"n":5,"t":4,"ret":4,"hr":)" + std::to_string(kDetaching) + R"(,"out":[]})" + "\n";
  const std::string accepted = R"({"n":6,"t":3,"ret":3,"hr":0,"out":[]})"
                               "\n";
  const std::string end = R"({"end":true,"lines":8,"exit":"normal"})"
                          "\n";
  const std::string succeeds = R"({"n":2,"t":0,"ret":1,"hr":0})"
                               "\n";
  const std::string fails = R"({"n":2,"t":0,"ret":1,"hr":-2147467259})"
                            "\n";
  CHECK_FALSE(accuses(begun + succeeds + asked + refused + accepted + end));
  const std::string alone = R"({"n":3,"t":4,"info":"RequestProfilerDetach","args":[1]})"
                            "\n"
                            R"({"n":4,"t":4,"ret":3,"hr":)" +
                            std::to_string(kDetaching) + R"(,"out":[]})" + "\n" +
                            R"({"end":true,"lines":6,"exit":"normal"})" + "\n";
  CHECK(accuses(begun + succeeds + alone));
  CHECK_FALSE(accuses(begun + fails + alone));
}

TEST_CASE("life/quiet-before-detach: the finding says that the scenario requested the detach") {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","callback_version":11,"event_mask":[65536,0])";
  tale.call("Initialize");
  const auto what = [](const Tale& recorded) {
    std::string text;
    for (const rules::Verdict& each : judge(recorded.text())) {
      if (each.rule->id == "life/quiet-before-detach" && !each.findings.empty())
        text = each.findings.front().what;
    }
    return text;
  };
  Tale own = tale;
  own.steps.push_back(make_info("RequestProfilerDetach", "[100]", "[]", 3));
  own.steps.push_back(make_info("GetEventMask", "[]", "[null]", 3));
  CHECK(what(own).find("line") != std::string::npos);
  CHECK(what(own).find("scenario") == std::string::npos);
  tale.model("answer",
             R"("ask":0,"method":"RequestProfilerDetach","inside":null,"args":[100],"hr":0,"out":[])");
  tale.steps.push_back(make_info("GetEventMask", "[]", "[null]", 3));
  CHECK(what(tale).find("the scenario requested that detach") != std::string::npos);
}

TEST_CASE("output: the usual cause is shown only if it explains all values of the probe") {
  // In the order of the table: a wrong generation, then a wrong size, exchanged values, or a missing sum.
  for (const char* const rule : {"output/object-facts", "output/lifetimes"}) {
    std::vector<bool> explained;
    for (const Break& each : breaks()) {
      if (each.rule != std::string_view(rule)) continue;
      Tale tale = each.tale();
      each.damage(tale);
      for (const rules::Verdict& verdict : judge(tale.text())) {
        if (verdict.rule->id != rule) continue;
        REQUIRE_FALSE(verdict.findings.empty());
        explained.push_back(verdict.findings.front().explained);
      }
    }
    INFO(rule);
    REQUIRE(explained.size() >= 2);
    CHECK_FALSE(explained.front());
    CHECK(std::all_of(explained.begin() + 1, explained.end(), [](bool each) { return each; }));
  }
}

TEST_CASE("life/first-version-collections: a runtime with brackets is not judged") {
  const auto all = breaks();
  const auto waits = std::ranges::find(all, std::string_view("life/first-version-collections"), &Break::rule);
  REQUIRE(waits != all.end());
  for (const char* const runtime : {"net10", "documented"}) {
    Tale tale = waits->tale();
    tale.header = std::string(R"("source":"simulated","callback_version":11,"event_mask":[8454528,0],)") +
                  R"("runtime":")" + runtime + '"';
    waits->damage(tale);
    const auto verdicts = judged(tale, waits->rule);
    INFO(runtime << '\n' << findings_of(verdicts));
    CHECK(broken(verdicts).empty());
  }
}

TEST_CASE("object-ids: a call after the runtime resumes is outside an unfinished collection") {
  for (const bool reported : {true, false}) {
    Tale tale = two_collections();
    tale.erase("GarbageCollectionFinished");
    // After the rest of the first collection: at the end of its suspension, or at an allocation.
    const char* const sign = reported ? "RuntimeResumeStarted" : "ObjectAllocated";
    Step going_on = make_call(sign, reported ? "" : R"("object":900,"class":5)");
    if (!reported) going_on.inside.push_back(make_info("GetObjectSize2", "[900]"));
    const std::size_t second = tale.index("GarbageCollectionStarted", 1);
    tale.steps.insert(tale.steps.begin() + static_cast<std::ptrdiff_t>(second), going_on);
    if (reported) {
      Step next = make_call("ObjectAllocated", R"("object":900,"class":5)");
      next.inside.push_back(make_info("GetObjectSize2", "[900]"));
      tale.steps.insert(tale.steps.begin() + static_cast<std::ptrdiff_t>(second) + 1, next);
    }
    const auto verdicts = judge(tale.text());
    INFO(reported << '\n' << findings_of(verdicts));
    const Ids ids = broken(verdicts);
    CHECK(std::ranges::find(ids, "bracket/pairs") != ids.end());
    CHECK(std::ranges::none_of(ids, [](const std::string& id) { return id.starts_with("object-ids/"); }));
  }
}

TEST_CASE("judge: only an accepted mask change excuses a missing range") {
  constexpr std::string_view kCut =
      "COR_PRF_MONITOR_GC was set or cleared, or a detach accepted, while the collection was reported";
  for (const bool accepted : {false, true}) {
    Tale tale = two_collections();
    edit_moved(tale, kMovedRows, "[10,8,3]");
    Step change = make_info("SetEventMask", "[0]");
    if (!accepted) change.hr = -2147467259;
    tale.at("GarbageCollectionStarted").inside.push_back(change);
    const auto verdicts = judge(tale.text());
    const auto rule = std::ranges::find_if(
        verdicts, [](const rules::Verdict& each) { return each.rule->id == "ranges/every-survivor"; });
    REQUIRE(rule != verdicts.end());
    INFO(accepted << '\n' << findings_of(verdicts) << rule->why);
    CHECK((rule->standing == rules::Standing::kBroken) == !accepted);
    CHECK((rule->why == kCut) == accepted);
  }
}

TEST_CASE("judge: rules of one runtime are not judged under another") {
  Tale tale = two_collections();
  tale.insert_before("RootReferences2", make_call("SurvivingReferences2", R"("ranges":[])"));
  tale.insert_before("RootReferences2", make_call("SurvivingReferences", R"("ranges":[])"));
  CHECK(broken(judge(tale.text())) == Ids{"ranges/no-empty-call"});
  const std::size_t place = tale.header.find("net10");
  tale.header.replace(place, 5, "documented");
  const auto verdicts = judge(tale.text());
  CHECK(broken(verdicts).empty());
  for (const rules::Verdict& verdict : verdicts) {
    if (verdict.rule->id != "ranges/no-empty-call") continue;
    CHECK(verdict.standing == rules::Standing::kNotEvaluable);
    CHECK(verdict.why == "no rule for documented: it is stated for other runtimes");
  }
}

}  // namespace gcrucible::tests
