// A deviation without effect fails at its place in the scenario.
#include <string>
#include <vector>

#include "harness/scenario/expect/expectation_check.h"
#include "harness/trace/read/reader.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

constexpr std::string_view kScenario = R"yaml(scenario: departures
types:
  Node: {size: 32}
objects:
  - {id: a, type: Node}
report:
  calls:
    - omit: {call: HandleCreated, which: 1}
  say:
    - {call: ClassLoadStarted, class: Node, before: ObjectAllocated, which: 2}
steps:
  - collect:
      generation: 0
      report:
        splits: [1, 2]
        edits:
          - drop: 3
          - change: {range: 1, to: {moved: [10, 8, 2]}}
          - replace: []
          - omit-finished
        entries:
          - {in: roots, drop: 7}
          - {in: roots, change: {entry: 2, id: 0}, variant: older}
          - {in: object-references, old-addresses: true}
          - {in: dependent-handles, repeat: 0}
        calls:
          - omit: {call: RootReferences, which: 99}
          - twice: JITInlining
          - before: {call: RootReferences2, which: 1, place: MovedReferences2, place-which: 5}
          - after: {call: GarbageCollectionStarted, place: GarbageCollectionFinished}
          - hold: {call: GarbageCollectionStarted, until: MovedReferences}
          - by: {call: RootReferences, which: all, thread: collector}
)yaml";

struct Outcome {
  std::vector<std::string> findings;
  std::vector<std::string> skipped;
  std::size_t compared = 0;
};

Outcome run(const std::string& lines, const std::string& mask = "[268435455,0]",
            const std::string& last = R"({"end":true})", std::string_view scenario = kScenario) {
  const Expected<Scenario> loaded = parse(std::string(scenario), "s.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded.has_value());
  const std::string text = R"({"gcrucible_trace":1,"source":"simulated","runtime":"net10","event_mask":)" +
                           mask +
                           R"(,"callback_version":4})"
                           "\n"
                           R"({"n":1,"t":0,"model":"collection","collection":1,"line":12,"generation":0})"
                           "\n" +
                           lines + last + "\n";
  ExpectationCheck check(*loaded);
  trace::Reader reader = trace::Reader::of_text("trace", text);
  trace::Line line;
  while (reader.next(line) == trace::Reader::Step::kLine) check.on(line.event());
  if (reader.error() != nullptr) FAIL(reader.error()->text());
  Outcome outcome;
  for (const ExpectationFinding& finding : check.finish()) outcome.findings.push_back(finding.text());
  outcome.skipped = check.skipped_texts();
  outcome.compared = check.compared();
  CHECK(check.skipped_count() == 0);
  return outcome;
}

std::string line(const std::string& collection, const std::string& list, int index, const std::string& why,
                 int there, int n = 2) {
  return R"({"n":)" + std::to_string(n) + R"(,"t":0,"model":"unapplied","collection":)" + collection +
         R"(,"list":")" + list + R"(","index":)" + std::to_string(index) + R"(,"why":")" + why +
         R"(","there":)" + std::to_string(there) + "}\n";
}

TEST_CASE("departures: applied ones are neither findings nor expectations") {
  const Outcome outcome = run("");
  CHECK(outcome.findings.empty());
  CHECK(outcome.skipped.empty());
  CHECK(outcome.compared == 0);
}

TEST_CASE("departures: one that applied nowhere fails with its place and what there was") {
  struct Case {
    std::string collection, list;
    int index;
    std::string why;
    int there;
    std::string finding;
  };
  const Case cases[] = {
      {"1", "edits", 0, "missing", 3,
       "s.yaml:17:19: collection 1: expected range 3 to be left out, but there are 3 ranges, 0 to 2"},
      {"1", "edits", 1, "missing", 1,
       "s.yaml:18:29: collection 1: expected range 1 to be another one, but there is 1 range, number 0"},
      {"1", "edits", 2, "missing", 0,
       "s.yaml:19:13: collection 1: expected ranges to be replaced, but there are no ranges"},
      {"1", "edits", 3, "untold", 0,
       "s.yaml:20:13: collection 1: expected `omit-finished` to change something, but there was no call of "
       "GarbageCollectionFinished"},
      {"1", "splits", 1, "missing", 1,
       "s.yaml:15:21: collection 1: expected a call of ranges with up to 2 in it, but all were reported in 1 "
       "call"},
      {"1", "entries", 0, "missing", 7,
       "s.yaml:22:31: collection 1: expected entry 7 of roots to be left out, but there are 7 entries, 0 to "
       "6"},
      {"1", "entries", 1, "missing", 1,
       "s.yaml:23:41: collection 1: expected entry 2 of roots to be changed, but there is 1 entry, number 0"},
      {"1", "entries", 2, "unmoved", 0,
       "s.yaml:24:52: collection 1: expected entries of object-references to be reported with old addresses, "
       "but nothing in it moved"},
      {"1", "calls", 0, "missing", 2,
       "s.yaml:27:49: collection 1: expected call 99 of RootReferences to be left out, but RootReferences "
       "came 2 "
       "times, which: 0 and 1"},
      {"1", "calls", 1, "missing", 0,
       "s.yaml:28:20: collection 1: expected call 0 of JITInlining to be made twice, but JITInlining never "
       "came"},
      {"1", "calls", 2, "missing", 1,
       "s.yaml:29:52: collection 1: expected call 1 of RootReferences2 to come before MovedReferences2, but "
       "RootReferences2 came once, which: 0"},
      {"1", "calls", 2, "place", 3,
       "s.yaml:29:93: collection 1: expected call 1 of RootReferences2 to come before MovedReferences2, but "
       "MovedReferences2 came 3 times, which: 0 to 2"},
      {"1", "calls", 2, "behind", 0,
       "s.yaml:29:93: collection 1: expected call 1 of RootReferences2 to come before MovedReferences2, but "
       "MovedReferences2 had come already and could not wait for it"},
      {"1", "calls", 3, "place", 0,
       "s.yaml:30:60: collection 1: expected call 0 of GarbageCollectionStarted to come after "
       "GarbageCollectionFinished, but GarbageCollectionFinished never came"},
      {"1", "calls", 4, "place", 2,
       "s.yaml:31:59: collection 1: expected call 0 of GarbageCollectionStarted to return after "
       "MovedReferences, but MovedReferences came before it only"},
      {"1", "calls", 5, "thread", 0,
       "s.yaml:32:47: collection 1: expected calls of RootReferences to be made on another thread, but that "
       "thread does not run"},
      {"1", "calls", 5, "gone", 0,
       "s.yaml:32:47: collection 1: expected calls of RootReferences to be made on another thread, but "
       "another departure leaves it out or delays it"},
      {"null", "calls", 0, "missing", 1,
       "s.yaml:8:42: expected call 1 of HandleCreated to be left out, but HandleCreated came once, which: 0"},
      {"null", "say", 0, "place", 2,
       "s.yaml:10:77: expected ClassLoadStarted to be delivered before ObjectAllocated, but "
       "ObjectAllocated came "
       "2 times, which: 0 and 1"},
  };
  for (const Case& each : cases) {
    const Outcome outcome = run(line(each.collection, each.list, each.index, each.why, each.there));
    REQUIRE(outcome.findings.size() == 1);
    CHECK(outcome.findings.front() == each.finding + " (line 2 of the trace)");
    CHECK(outcome.skipped.empty());
  }
}

TEST_CASE("departures: a switch beyond the last decision fails unless the profiler decides") {
  const auto switches = [](const std::string& schedule) {
    const std::string scenario = "scenario: s\nheap: {server: 2}\nsteps:\n" + std::string(8, '\n') +
                                 "  - collect: {generation: 0, report: {schedule: " + schedule + "}}\n";
    return run(line("1", "switches", 1, "missing", 5), "[268435455,0]", R"({"end":true})", scenario);
  };
  const Outcome between = switches("{switches: [[0, 1], [7, 1]]}");
  REQUIRE(between.findings.size() == 1);
  CHECK(
      between.findings.front() ==
      "s.yaml:12:69: collection 1: expected heap 1 to go on at decision 7, but there are 5 decisions, 0 to 4 "
      "(line 2 of the trace)");
  const Outcome within = switches("{within: {switches: [[0, 1], [7, 1]]}}");
  CHECK(within.findings.empty());
  REQUIRE(within.skipped.size() == 1);
  CHECK(within.skipped.front() ==
        "1 departure: of this profiler's behaviour in its callbacks there are 5 decisions, 0 to 4 (line 12 "
        "of the scenario)");
}

TEST_CASE("departures: what the profiler's mask or failure keeps away is skipped") {
  const Outcome masked = run(line("1", "calls", 0, "missing", 0) + line("1", "entries", 0, "untold", 0, 3) +
                                 line("1", "calls", 1, "missing", 0, 4),
                             "[65536,0]");
  CHECK(masked.findings.empty());
  REQUIRE(masked.skipped.size() == 2);
  CHECK(masked.skipped.back().ends_with("keeps JITInlining away (line 28 of the scenario)"));
  CHECK(masked.skipped.front() ==
        "2 departures: the profiler's event mask 0x10000 keeps RootReferences away (lines 22, 27 of the "
        "scenario)");
  const Outcome old = run(line("1", "entries", 3, "untold", 0));
  CHECK(old.findings.empty());
  REQUIRE(old.skipped.size() == 1);
  CHECK(old.skipped.front() ==
        "1 departure: the profiler has no ICorProfilerCallback5, and so no "
        "ConditionalWeakTableElementReferences "
        "(line 25 of the scenario)");
  const Outcome failing = run(R"({"n":2,"t":0,"call":"RootReferences2","roots":[]})"
                              "\n"
                              R"({"n":3,"t":0,"ret":2,"hr":2147500037})"
                              "\n" +
                              line("1", "calls", 0, "missing", 0, 4));
  CHECK(failing.findings.empty());
  REQUIRE(failing.skipped.size() == 1);
  CHECK(failing.skipped.front() ==
        "1 departure: calls of RootReferences are left out, because the profiler returned E_FAIL from "
        "RootReferences2 at line 3 of the trace (line 27 of the scenario)");
}

TEST_CASE("departures: a collection that is never made fails") {
  const Expected<Scenario> loaded = parse(kScenario, "s.yaml");
  REQUIRE(loaded.has_value());
  ExpectationCheck check(*loaded);
  const auto findings = check.finish();
  REQUIRE(findings.size() == 1);
  CHECK(findings.front().text() ==
        "s.yaml:12:5: expected this collection to be made, but the run ended before it");
}

}  // namespace
}  // namespace gcrucible::scenario
