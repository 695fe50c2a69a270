// A deviation with a mistyped number, from the scenario to the exit status.
#include <fstream>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

constexpr std::string_view kScenario = R"yaml(scenario: one survivor
types:
  Node: {}
objects:
  - {id: garbage, type: Node}
  - {id: a, type: Node}
roots: [a]
steps:
  - collect:
      generation: 0
      report:
        edits: [{drop: 99}]
        entries: [{in: roots, drop: 99}]
        calls:
          - omit: {call: RootReferences, which: 99}
          - hold: {call: GarbageCollectionStarted, until: HandleCreated}
          - hold: {call: GarbageCollectionFinished, until: JITInlining}
)yaml";

Called run(const std::vector<std::string>& more) {
  const Scratch scratch;
  const std::string file = scratch.path("s.yaml");
  std::ofstream(file) << kScenario;
  std::vector<std::string> arguments{"run", file};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return call(arguments, {"COLUMNS=200"});
}

TEST_CASE("departures: what an older profiler does not see need not break its rule") {
  const std::string scenario = kScenarios + "broken/arrays/count-is-length.yaml";
  const auto called = [&](const char* version) {
    return call({"run", scenario, "--env", std::string("GCRUCIBLE_RECORDER_CALLBACKS=") + version},
                {"COLUMNS=1000"});
  };
  const Called older = called("4");
  INFO(older.out);
  CHECK(older.status == 0);
  CHECK(contains(older.out, "  1 departure: the profiler has no ICorProfilerCallback5, and so no Cond"));
  CHECK(contains(older.out, "  1 expectation: the profiler has no ICorProfilerCallback5, and so no Cond"));
  const Called newer = called("5");
  CHECK(newer.status == 0);
  CHECK(contains(newer.out, "broken as expected arrays/count-is-length"));
}

TEST_CASE("departures: decisions that an older profiler does not reach are not compared") {
  const Called older = call({"run", kScenarios + "server/server-heaps-report-on-threads-of-their-own.yaml",
                             "--env", "GCRUCIBLE_RECORDER_CALLBACKS=3"},
                            {"COLUMNS=1000"});
  INFO(older.out);
  CHECK(older.status == 0);
  CHECK(contains(older.out,
                 "departure: the profiler has no ICorProfilerCallback4, and so no MovedReferences2"));
}

TEST_CASE("departures: one that matches nothing fails at its line with an excerpt") {
  const Called called = run({});
  INFO(called.out);
  CHECK(called.status == 1);
  for (const char* const text :
       {"s.yaml:12:24: collection 1: expected range 99 to be left out, but there is 1 range, number 0",
        "12 |         edits: [{drop: 99}]\n",
        "s.yaml:13:37: collection 1: expected entry 99 of roots to be left out, but there is 1 entry, number "
        "0",
        "s.yaml:15:49: collection 1: expected call 99 of RootReferences to be left out, but RootReferences "
        "came",
        "s.yaml:16:59: collection 1: expected call 0 of GarbageCollectionStarted to return after "
        "HandleCreated, but",
        "keeps JITInlining away (line 17 of the scenario)",
        "0 met, 4 failed"}) {
    INFO(text);
    CHECK(called.out.find(text) != std::string::npos);
  }
}

TEST_CASE("departures: ones hidden by the mask or from another runtime are not compared") {
  const Called masked = run({"--env", "GCRUCIBLE_RECORDER_MASK=0x2"});
  INFO(masked.out);
  CHECK(masked.status == 0);
  CHECK(masked.out.find("keeps RootReferences away (lines 13, 15 of the scenario)") != std::string::npos);
  CHECK(masked.out.find("1 departure: the profiler's event mask") != std::string::npos);
  const Called elsewhere = run({"--runtime", "documented", "--seed", "5"});
  INFO(elsewhere.out);
  CHECK(elsewhere.status == 0);
}

}  // namespace
}  // namespace gcrucible::tests
