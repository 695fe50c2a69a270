#include <string>
#include <tuple>
#include <vector>

#include "harness/scenario/expect/expectation_check.h"
#include "harness/trace/read/reader.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

// Ten literal objects, as far as the tests need them. Object a at 8 dies, b moves from 10 to 8, c from 12 to
// 10, big stays.
constexpr std::string_view kScenario = R"yaml(scenario: expectations
heap: {backing: none, ranges: [{generation: 0, start: 8, length: 16}, {generation: 2, start: 40, length: 16}]}
types:
  Cell: {size: 1, fields: {next: ref, other: ref}}
  Closer: {size: 1, finalizer: true}
objects:
  - {id: a, type: Closer, at: 8}
  - {id: b, type: Cell, at: 10, next: c}
  - {id: c, type: Cell, at: 12}
  - {id: big, type: Cell, at: 40}
roots: [b]
handles:
  - {id: weak, kind: weak, object: a}
  - {id: pair, kind: dependent, key: b, value: c}
steps:
  - collect:
      generation: 0
      ask:
        - {in: GarbageCollectionFinished, call: GetObjectSize2, object: b,
           expect: {hr: S_OK, out: [b, {type: Cell}, any, true, 3]}}
      expect:
)yaml";

// Model lines and callbacks of that collection, as the host would write them.
const std::vector<std::string>& trace_lines() {
  static const std::vector<std::string> kLines = {
      R"({"gcrucible_trace":1,"source":"simulated","runtime":"net10","event_mask":[65664,0]})",
      R"({"n":1,"t":0,"model":"type","type":0,"name":"Cell","class":1000})",
      R"({"n":2,"t":0,"model":"type","type":1,"name":"Closer","class":2000})",
      R"({"n":3,"t":0,"model":"collection","collection":1,"line":16,"generation":0,"induced":true})",
      R"({"n":4,"t":0,"call":"RuntimeSuspendStarted","reason":1})",
      R"({"n":5,"t":0,"ret":4,"hr":0})",
      R"({"n":6,"t":0,"model":"heap","collection":1,"when":"before","ranges":[],"objects":[[0,8,)"
      R"(1,0,1],[1,10,1,0,0],[2,12,1,0,0],[3,40,1,2,0]],"whole":true})",
      R"({"n":7,"t":0,"call":"GarbageCollectionStarted","generations":[true,false,false,false,)"
      R"(false],"reason":1})",
      R"({"n":8,"t":0,"ret":7,"hr":0})",
      R"({"n":9,"t":0,"call":"ObjectsAllocatedByClass","classes":[[1000,3],[2000,1]]})",
      R"({"n":10,"t":0,"ret":9,"hr":0})",
      R"({"n":11,"t":0,"model":"queued","collection":1,"objects":[[0,0]]})",
      R"({"n":12,"t":0,"call":"MovedReferences2","ranges":[[10,8,1]]})",
      R"({"n":13,"t":0,"ret":12,"hr":0})",
      R"({"n":14,"t":0,"call":"MovedReferences","ranges":[[10,8,1]]})",
      R"({"n":15,"t":0,"ret":14,"hr":0})",
      R"({"n":16,"t":0,"call":"MovedReferences2","ranges":[[12,10,1]]})",
      R"({"n":17,"t":0,"ret":16,"hr":0})",
      R"({"n":18,"t":0,"call":"MovedReferences","ranges":[[12,10,1]]})",
      R"({"n":19,"t":0,"ret":18,"hr":0})",
      R"({"n":20,"t":0,"call":"RootReferences2","roots":[[8,1,0,7],[8,3,2,9]]})",
      R"({"n":21,"t":0,"ret":20,"hr":0})",
      R"({"n":22,"t":0,"call":"ConditionalWeakTableElementReferences","elements":[[8,10,3]]})",
      R"({"n":23,"t":0,"ret":22,"hr":0})",
      R"({"n":24,"t":0,"call":"ObjectReferences","object":8,"class":1000,"refs":[10]})",
      R"({"n":25,"t":0,"ret":24,"hr":0})",
      R"({"n":26,"t":0,"call":"ObjectReferences","object":10,"class":1000,"refs":[]})",
      R"({"n":27,"t":0,"ret":26,"hr":0})",
      R"({"n":28,"t":0,"model":"cleared","collection":1,"handles":[0]})",
      R"({"n":29,"t":0,"model":"heap","collection":1,"when":"after","ranges":[],"objects":[[1,8,)"
      R"(1,1,0],[2,10,1,1,0],[3,40,1,2,0]],"whole":true})",
      R"({"n":30,"t":0,"call":"GarbageCollectionFinished"})",
      R"({"n":31,"t":0,"model":"answer","ask":0,"method":"GetObjectSize2",)"
      R"("inside":30,"hr":0,"out":[8,1000,null,true,3]})",
      R"({"n":32,"t":0,"ret":30,"hr":0})",
      R"({"n":33,"t":0,"call":"Shutdown"})",
      R"({"n":34,"t":0,"ret":33,"hr":0})",
      R"({"end":true,"lines":36})",
  };
  return kLines;
}

struct Outcome {
  std::vector<std::string> findings;
  std::size_t compared = 0;
  std::vector<SkippedExpectation> skipped;
};

std::string shown(const Outcome& outcome) {
  std::string text;
  for (const std::string& finding : outcome.findings) text += finding + "\n";
  return text.empty() ? "none" : text;
}

// `edit` replaces the first line that starts with its first half.
Outcome run(const std::string& expect, const std::vector<std::pair<std::string, std::string>>& edits = {},
            const std::string& after = "") {
  const Expected<Scenario> loaded = parse(std::string(kScenario) + expect + after, "s.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded.has_value());
  std::string text;
  for (std::string line : trace_lines()) {
    for (const auto& [what, with] : edits) {
      const auto at = line.find(what);
      if (at != std::string::npos) line.replace(at, what.size(), with);
    }
    text += line + "\n";
  }
  ExpectationCheck check(*loaded);
  trace::Reader reader = trace::Reader::of_text("trace", text);
  trace::Line line;
  while (reader.next(line) == trace::Reader::Step::kLine) check.on(line.event());
  if (reader.error() != nullptr) FAIL(reader.error()->text());
  Outcome outcome;
  for (const ExpectationFinding& finding : check.finish()) outcome.findings.push_back(finding.text());
  outcome.compared = check.compared();
  outcome.skipped = check.skipped();
  return outcome;
}

// The findings and skipped expectations of a run in which the profiler calls an Info method after Initialize.
std::vector<std::string> findings_after(const std::string& method, std::int32_t hr, bool sets_aside) {
  const Expected<Scenario> loaded =
      parse("scenario: a\ntypes: {T: {}}\nsteps: [{collect: {generation: 0}}]\nexpect: {collections: 7}\n",
            "s.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded.has_value());
  const std::string text =
      R"({"gcrucible_trace":1,"source":"simulated","runtime":"net10","event_mask":[128,0]}
{"n":1,"t":0,"call":"Initialize"}
{"n":2,"t":0,"ret":1,"hr":0}
{"n":3,"t":1,"info":")" +
      method + R"(","args":[]}
{"n":4,"t":1,"ret":3,"hr":)" +
      std::to_string(hr) + "}\n" + R"({"end":true,"lines":6})" + "\n";
  ExpectationCheck check(*loaded);
  if (sets_aside) check.set_actions_aside();
  trace::Reader reader = trace::Reader::of_text("trace", text);
  trace::Line line;
  while (reader.next(line) == trace::Reader::Step::kLine) check.on(line.event());
  if (reader.error() != nullptr) FAIL(reader.error()->text());
  std::vector<std::string> found;
  for (const ExpectationFinding& finding : check.finish()) found.push_back(finding.text());
  for (const std::string& skipped : check.skipped_texts()) found.push_back("skipped: " + skipped);
  return found;
}

TEST_CASE("expect: an expectation is not compared if an action of the profiler may have changed it") {
  const auto aside = findings_after("ForceGC", 0, true);
  REQUIRE(aside.size() == 1);
  CHECK(aside[0].find("skipped: ") == 0);
  CHECK(aside[0].find("the profiler forced 1 collection, which the scenario does not mention") !=
        std::string::npos);
  CHECK(findings_after("CreateHandle", 0, true)[0].find("the profiler made 1 handle, ") != std::string::npos);
  // A call that fails has no effect, and other methods change nothing. The scenario knows the actions of its
  // own profiler.
  for (const auto& [method, hr, sets_aside] : std::vector<std::tuple<std::string, std::int32_t, bool>>{
           {"ForceGC", -1, true}, {"GetObjectSize2", 0, true}, {"ForceGC", 0, false}}) {
    const auto failed = findings_after(method, hr, sets_aside);
    REQUIRE(failed.size() == 1);
    CHECK(failed[0].find("expected 7 collections in the whole run") != std::string::npos);
  }
}

TEST_CASE("expect: matching expectations of every kind pass") {
  const std::string everything = R"yaml(
        moved: [[12, 10, 1], [b, b, 1]]
        surviving: []
        at: {b: 8}
        dead: [a]
        alive: [b, c, big]
        moves: [b, c]
        unmoved: [big]
        apart: [[b, c]]
        ascending: [b, c, big]
        generation: {b: 1, big: 2}
        condemned: [0]
        reason: induced
        queued: [a]
        cleared: [weak]
        references: {b: [c], c: []}
        roots: {b: [stack, handle weak], c: []}
        dependent: {b: [c]}
        allocated-by-class: {Cell: 3, Closer: 1}
        callbacks:
          {MovedReferences2: 2, MovedReferences: 2, ObjectReferences: ">= 2", SurvivingReferences2: 0}
        order: [GarbageCollectionStarted, MovedReferences2, MovedReferences2, GarbageCollectionFinished]
        sequence:
          [RuntimeSuspendStarted, GarbageCollectionStarted, ObjectsAllocatedByClass, MovedReferences2,
           MovedReferences, MovedReferences2, MovedReferences, RootReferences2,
           ConditionalWeakTableElementReferences,
           ObjectReferences, GarbageCollectionFinished]
)yaml";
  const Outcome outcome = run(everything, {},
                              "expect: {collections: 1, callbacks: {Shutdown: 1, MovedReferences2: 1..2}, "
                              "order: [GarbageCollectionFinished, Shutdown]}\n");
  INFO(shown(outcome));
  CHECK(outcome.findings.empty());
  CHECK(outcome.compared > 35);
  CHECK(outcome.skipped.empty());
}

TEST_CASE("expect: a failed expectation shows its place and both values") {
  struct Case {
    std::string expect;
    std::string finding;
    std::vector<std::pair<std::string, std::string>> edits = {};
  };
  const Case cases[] = {
      {"        moved: [[10, 8, 3]]\n",
       "s.yaml:22:17: collection 1: expected the moved range [10, 8, 3], but the reported ranges are [10, 8, "
       "1], [12, 10, 1]"},
      {"        moved: [[10, 8, 1]]\n",
       "s.yaml:22:16: collection 1: expected only the moved ranges that are listed, but [12, 10, 1] was "
       "reported too (line 16 of the trace)"},
      {"        moved: [[10, 8, 1], [12, 10, 1]]\n",
       "s.yaml:22:16: collection 1: expected only the moved ranges that are listed, but [10, 8, 1] was "
       "reported too (line 16 of the trace)",
       {{R"("n":16,"t":0,"call":"MovedReferences2","ranges":[[12,10,1]])",
         R"("n":16,"t":0,"call":"MovedReferences2","ranges":[[12,10,1],[10,8,1]])"}}},
      {"        surviving: [[b, 1]]\n",
       "s.yaml:22:21: collection 1: expected the surviving range [10, 1], but the reported ranges are none"},
      {"        at: {b: 9}\n",
       "s.yaml:22:14: collection 1: expected \"b\" at 9 after the collection, but it is at 8"},
      {"        dead: [c]\n", "s.yaml:22:16: collection 1: expected \"c\" to die, but it lives, at 10"},
      {"        alive: [a]\n", "s.yaml:22:17: collection 1: expected \"a\" to live, but it died"},
      {"        moves: [big]\n", "s.yaml:22:17: collection 1: expected \"big\" to move, but it stayed at 40"},
      {"        unmoved: [b]\n",
       "s.yaml:22:19: collection 1: expected \"b\" to stay where it was, but it moved from 10 to 8"},
      {"        together: [[b, c]]\n",
       "s.yaml:22:24: collection 1: expected \"c\" in the same range as \"b\", but they are in the ranges "
       "that start at 12 and at 10 (line 16 of the trace)"},
      {"        together: [[b, big]]\n",
       "s.yaml:22:24: collection 1: expected a range that holds \"big\" at 40, but the moved ranges are [10, "
       "8, 1], [12, 10, 1], the surviving ones none"},
      {"        apart: [[b, c]]\n",
       "s.yaml:22:21: collection 1: expected \"c\" in another range than \"b\", but the range that starts at "
       "10 holds both (line 12 of the trace)",
       {{R"("call":"MovedReferences2","ranges":[[10,8,1]])",
         R"("call":"MovedReferences2","ranges":[[10,8,3]])"}}},
      {"        ascending: [c, b]\n",
       "s.yaml:22:24: collection 1: expected \"b\" at a higher address than \"c\", but \"b\" is at 8 and "
       "\"c\" at 10"},
      {"        generation: {b: 0}\n",
       "s.yaml:22:22: collection 1: expected \"b\" in gen 0 after the collection, but it is in gen 1"},
      {"        condemned: [0, 1]\n",
       "s.yaml:22:20: collection 1: expected GarbageCollectionStarted to report that it collects gen 0, gen "
       "1, but it said gen 0 (line 7 of the trace)"},
      {"        reason: other\n",
       "s.yaml:22:17: collection 1: expected GarbageCollectionStarted to give the reason other (0), but it "
       "gave induced (1) (line 7 of the trace)"},
      {"        queued: []\n",
       "s.yaml:22:17: collection 1: expected no object to be newly queued for finalization, but \"a\" was"},
      {"        cleared: []\n",
       "s.yaml:22:18: collection 1: expected no handle to be cleared, but \"weak\" was"},
      {"        references: {b: []}\n",
       "s.yaml:22:22: collection 1: expected ObjectReferences for \"b\" to report nothing, but it reported "
       "\"c\""},
      {"        references: {big: []}\n",
       "s.yaml:22:22: collection 1: expected ObjectReferences for \"big\" to report nothing, but it was not "
       "called for it"},
      {"        roots: {b: [stack]}\n",
       "s.yaml:22:17: collection 1: expected the roots of \"b\" to be [stack], but RootReferences2 reported "
       "[stack, handle weak]"},
      {"        dependent: {c: [b]}\n",
       "s.yaml:22:21: collection 1: expected the dependents of \"c\" to be \"b\", but "
       "ConditionalWeakTableElementReferences reported nothing"},
      {"        allocated-by-class: {Cell: 4}\n",
       "s.yaml:22:30: collection 1: expected ObjectsAllocatedByClass to count 4 objects of \"Cell\", but it "
       "counted 3"},
      {"        callbacks: {ObjectReferences: \"> 2\"}\n",
       "s.yaml:22:21: collection 1: expected at least 3 calls of ObjectReferences, but there were 2"},
      {"        order: [ObjectReferences, RootReferences2]\n",
       "s.yaml:22:16: collection 1: expected RootReferences2 to come after ObjectReferences, but it did not; "
       "the calls are RuntimeSuspendStarted, GarbageCollectionStarted"},
      {"        sequence: [RuntimeSuspendStarted, ObjectsAllocatedByClass]\n",
       "s.yaml:22:19: collection 1: expected ObjectsAllocatedByClass to come after RuntimeSuspendStarted, "
       "but GarbageCollectionStarted came; the calls are "},
      {"        {}\n",
       "s.yaml:20:20: expected GetObjectSize2 to return S_OK, but it returned E_FAIL (line 31 of the trace)",
       {{R"("hr":0,"out")", R"("hr":2147500037,"out")"}}},
      {"        {}\n",
       "s.yaml:20:36: expected GetObjectSize2 to answer [the address of \"b\", the ClassID of \"Cell\", any, "
       "true, 3], but it answered [12, 1000, null, true, 3] (line 31 of the trace)",
       {{R"("out":[8,)", R"("out":[12,)"}}},
      {"        {}\n",
       "s.yaml:20:20: expected an answer from GetObjectSize2, but the run never asked it: that collection "
       "had no GarbageCollectionFinished",
       {{R"("ask":0)", R"("ask":1)"}}},
      {"        alive: [b]\n",
       "s.yaml:16:5: expected this collection to be made, but the run ended before it",
       {{R"("line":16)", R"("line":17)"}}},
      {"        alive: [b]\n",
       "s.yaml:16:5: collection 1: expected this collection to end, but the trace does not show the heap "
       "after it",
       {{R"("when":"after")", R"("when":"before")"}}},
  };
  for (const Case& each : cases) {
    const Outcome outcome = run(each.expect, each.edits);
    INFO("expect:\n" << each.expect << "\nwanted: " << each.finding << "\ngot:\n" << shown(outcome));
    bool found = false;
    for (const std::string& finding : outcome.findings) found = found || finding.find(each.finding) == 0;
    CHECK(found);
  }
}

TEST_CASE("expect: legacy ranges count only where no exact call came") {
  const std::vector<std::pair<std::string, std::string>> legacy = {{"MovedReferences2", "JITInlining"}};
  const Outcome outcome = run("        moved: [[10, 8, 1], [12, 10, 1]]\n", legacy);
  INFO(shown(outcome));
  CHECK(outcome.findings.empty());
}

TEST_CASE("expect: callbacks that the mask keeps away are skipped") {
  const std::vector<std::pair<std::string, std::string>> basic = {{"[65664,0]", "[0,16]"}};
  const Outcome outcome =
      run("        moved: [[1, 2, 3]]\n"
          "        condemned: [0]\n"
          "        callbacks: {RootReferences: 9, RuntimeSuspendStarted: 4}\n"
          "        order: [RootReferences, GarbageCollectionStarted]\n"
          "        dead: [a]\n",
          basic);
  INFO(shown(outcome));
  CHECK(outcome.findings.empty());
  CHECK(outcome.skipped.size() == 4);
}

TEST_CASE("ask: a question that is never asked fails without expect") {
  const std::string ask = "  - collect: {ask: [{in: HandleCreated, call: GetEventMask}]}\n";
  CHECK(run("        alive: [b]\n" + ask).findings.size() == 1);
}

TEST_CASE("expect: calls with exact lengths are not expected without Callback4") {
  const std::vector<std::pair<std::string, std::string>> old = {
      {R"("source":"simulated")", R"("callback_version":3)"}};
  CHECK(run("        callbacks: {MovedReferences2: 7}\n", old).findings.empty());
  CHECK(run("        callbacks: {MovedReferences2: 7}\n").findings.size() == 1);
}

TEST_CASE("expect: collections that the profiler forced are not counted") {
  const std::vector<std::pair<std::string, std::string>> forced = {
      {R"({"n":2,"t":0,"model":"type","type":1,"name":"Closer","class":2000})",
       R"({"n":2,"t":0,"model":"collection","collection":9,"line":0,"generation":2,"induced":true})"}};
  const Outcome outcome = run("        alive: [b]\n", forced, "expect: {collections: 3}\n");
  CHECK(outcome.findings ==
        std::vector<std::string>{"s.yaml:23:23: expected 3 collections in the whole run, but there were 2"});
}

}  // namespace
}  // namespace gcrucible::scenario
