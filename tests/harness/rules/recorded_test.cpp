// Traces without a model: what ObjectReferences and GetGenerationBounds alone show. Also recordings of a
// real .NET 10, in which no rule may be violated.
#include <algorithm>
#include <filesystem>
#include <set>

#include "harness/rules/judge/coverage.h"
#include "harness/trace/read/reader.h"
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/recordings.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

const rules::Verdict& verdict_of(const std::vector<rules::Verdict>& verdicts, std::string_view id) {
  const auto found =
      std::find_if(verdicts.begin(), verdicts.end(), [&](const auto& each) { return each.rule->id == id; });
  REQUIRE(found != verdicts.end());
  return *found;
}

}  // namespace

TEST_CASE("recorded: a good recording violates nothing and keeps the rules it can show") {
  const auto verdicts = judge(recorded_collections().text());
  CHECK(broken(verdicts).empty());
  for (const char* const id :
       {"ranges/one-family", "ranges/only-condemned", "ranges/every-survivor", "ranges/no-dead-start",
        "ranges/object-start", "moved/inside-bounds", "moved/pinned-stay", "roots/live-target",
        "references/uncollected-stay", "finalization/survives", "moved/mapping", "moved/half-open-range",
        "surviving/never-moves", "ranges/family-of-mode", "bracket/condemned-generations"}) {
    INFO(id << ": " << verdict_of(verdicts, id).why);
    CHECK(verdict_of(verdicts, id).standing == rules::Standing::kKept);
  }
}

TEST_CASE("recorded: rules without evidence in any recording are marked unrecorded") {
  std::set<std::string_view> judged;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(in_source("/fixtures/traces"))) {
    if (entry.path().extension() != ".jsonl") continue;
    INFO(entry.path().string());
    rules::Judge judge;
    trace::Reader reader = trace::Reader::of_file(entry.path());
    for (trace::Line line; reader.next(line) == trace::Reader::Step::kLine; line = trace::Line())
      judge.take(line.event());
    const auto verdicts = std::move(judge).verdicts();
    CHECK(broken(verdicts).empty());
    for (const rules::Verdict& each : verdicts) {
      const bool of_runtime = each.rule->breaker == rules::Breaker::kRuntime;
      if (of_runtime && each.standing == rules::Standing::kKept) judged.insert(each.rule->id);
    }
  }
  CHECK(judged.size() >= 150);
  for (const rules::Rule& rule : rules::catalogue()) {
    const bool checked =
        rule.breaker == rules::Breaker::kRuntime && rules::coverage_of(rule) == rules::Coverage::kChecked;
    // If a new recording provides evidence for a rule, remove the rule's key `unrecorded`.
    INFO(rule.id);
    CHECK((checked && !judged.contains(rule.id)) == !rule.unrecorded.empty());
  }
}

TEST_CASE("recorded: a missing range is found by objects that nothing moves to their place") {
  Tale tale = recorded_collections();
  tale.edit("MovedReferences2", "[10,8,3],", "");
  tale.edit("MovedReferences", "[10,8,3],", "");
  CHECK(broken(judge(tale.text())) ==
        Ids{"moved/half-open-range", "ranges/every-survivor", "references/addresses-after"});
}

TEST_CASE("recorded: a wrong destination is found by objects that are not there") {
  Tale tale = recorded_collections();
  // Object 100 of the second collection is reported as moved to 104.
  for (const char* const call : {"SurvivingReferences2", "SurvivingReferences"}) {
    const std::size_t which = call[std::string_view(call).size() - 1] == '2' ? 2 : 1;
    tale.at(call, which).name =
        call[std::string_view(call).size() - 1] == '2' ? "MovedReferences2" : "MovedReferences";
  }
  for (const char* const call : {"MovedReferences2", "MovedReferences"}) {
    tale.at(call, 1).fields = R"("ranges":[[100,104,8],[116,116,8],[124,124,8]])";
  }
  CHECK(broken(judge(tale.text())) == Ids{"ranges/every-survivor", "ranges/no-dead-start",
                                          "ranges/object-start", "references/addresses-after"});
}

TEST_CASE("recorded: an object that an uncollected generation lost is reported") {
  Tale tale = recorded_collections();
  const std::size_t second = 10;  // number of reports of the first collection
  REQUIRE(tale.at("ObjectReferences", second + 4).fields.find("\"object\":11,") != std::string::npos);
  tale.erase("ObjectReferences", second + 4);
  CHECK(broken(judge(tale.text())) == Ids{"references/uncollected-stay"});
}

TEST_CASE("recorded: a walk that a mask or a detach ended leads to no further violation") {
  const std::size_t third = 10 + 2;  // in the second collection, after the reports of the first
  const auto ended_by = [&](const std::vector<Step>& inside) {
    Tale tale = recorded_collections();
    tale.at("ObjectReferences", third).inside = inside;
    tale.steps.resize(tale.index("ObjectReferences", third) + 1);
    tale.end = R"("end":true,"exit":"detaching")";
    return broken(judge(tale.text()));
  };
  CHECK_FALSE(ended_by({}).empty());
  // All flags of the tale except COR_PRF_MONITOR_GC.
  CHECK(ended_by({make_info("SetEventMask2", "[8454400,0]")}) == Ids{"shutdown/at-a-managed-end"});
  // No profiler may call this there, and none with such flags may detach. The detach ends the walk all the
  // same.
  CHECK(ended_by({make_info("RequestProfilerDetach", "[100]")}) ==
        Ids{"calls/no-trigger-where-forbidden", "detach/refusals"});
}

TEST_CASE("recorded: objects allocated after Finished do not belong to that collection") {
  Tale tale = recorded_collections();
  // At an address that the first collection's moved range covered.
  tale.insert_after("HandleDestroyed", make_call("ObjectAllocated", R"("object":9,"class":5)"));
  CHECK(broken(judge(tale.text())) == Ids{"allocation/young-or-large", "references/uncollected-stay"});
}

TEST_CASE("recorded: the tail of a collection at attach is no violation") {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[128,0])";
  tale.call("InitializeForAttach");
  tale.call("ProfilerAttachComplete");
  tale.call("RootReferences2", R"("roots":[[7,1,0,900]])");
  tale.call("RootReferences", R"("roots":[7])");
  tale.call("FinalizeableObjectQueued", R"("object":7,"flags":0)");
  tale.call("GarbageCollectionFinished");
  tale.call("Shutdown");
  CHECK(broken(judge(tale.text())).empty());
}

TEST_CASE("recorded: a collection cut off by a crash is not judged as complete") {
  Tale tale = two_collections();
  tale.steps.resize(tale.index("MovedReferences"));
  tale.end = R"("end":true,"died":"SIGSEGV")";
  CHECK(broken(judge(tale.text())).empty());
  tale.end = "";
  CHECK(broken(judge(tale.text())).empty());
  tale.end = R"("end":true)";
  CHECK(broken(judge(tale.text())) ==
        Ids{"bracket/pairs", "ranges/failure-suppresses-one-call", "ranges/legacy-follows"});
}

TEST_CASE("recorded: a changed mask applies from the return of its call") {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[128,0])";
  tale.call("HandleCreated", R"("handle":1,"object":0)").info("SetEventMask", "[0]");
  tale.call("HandleCreated", R"("handle":2,"object":0)");
  const auto verdicts = judge(tale.text());
  CHECK(broken(verdicts) == Ids{"masks/enabled"});
  CHECK(verdict_of(verdicts, "masks/enabled").breaks == 1);
}

// As recorded from .NET 10.
TEST_CASE("recorded: the legacy call of a batch follows though the newer clears the mask") {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[128,0])";
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  tale.call("MovedReferences2", R"("ranges":[[32,16,8]])").info("SetEventMask", "[0]");
  tale.call("MovedReferences", R"("ranges":[[32,16,8]])");
  CHECK(broken(judge(tale.text())).empty());
  tale.call("GarbageCollectionFinished");
  CHECK(broken(judge(tale.text())) == Ids{"masks/enabled"});
}

TEST_CASE("recorded: addresses from before an unreported collection are not compared") {
  Tale tale = recorded_collections();
  tale.edit("ObjectReferences", "\"class\":5", "\"class\":6", 11);
  tale.erase("HandleDestroyed");
  CHECK(broken(judge(tale.text())) == Ids{"bracket/ids-hold-until-next", "references/class-stays"});
  const auto set = [&](std::string_view callback, std::size_t which, std::string mask) {
    tale.at(callback, which)
        .inside.push_back({.kind = Step::Kind::kInfo,
                           .name = "SetEventMask",
                           .fields = "\"args\":[" + mask + "]",
                           .out = "[]"});
  };
  // First without COR_PRF_MONITOR_GC, then with it again.
  set("GarbageCollectionFinished", 0, "8454400");
  set("ObjectAllocated", 13, "8454528");
  CHECK(broken(judge(tale.text())).empty());
}

TEST_CASE("recorded: every stored recording keeps every rule") {
  const auto files = recordings();
  CHECK(files.size() >= 12);
  for (const auto& file : files) {
    rules::Judge judge;
    trace::Reader reader = trace::Reader::of_file(file);
    trace::Line line;
    while (reader.next(line) == trace::Reader::Step::kLine) judge.take(line.event());
    INFO(file.filename().string());
    REQUIRE(reader.error() == nullptr);
    const auto verdicts = std::move(judge).verdicts();
    for (const rules::Verdict& verdict : verdicts) {
      INFO(verdict.rule->id << ": " << (verdict.findings.empty() ? "" : verdict.findings.front().what));
      CHECK(verdict.standing != rules::Standing::kBroken);
    }
    // Under HIGH_BASIC_GC only brackets and suspensions are reported.
    const std::size_t least = file.stem() == "background" ? 10 : 20;
    CHECK(rules::count(verdicts, rules::Breaker::kRuntime).kept >= least);
  }
}

}  // namespace gcrucible::tests
