// Threads of the program that run at the same time, in a scenario.
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/scenario/scenario.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

using program::Schedule;
using Kind = Schedule::Kind;

std::string with(const std::string& together) {
  return "scenario: s\nthreads: [main, worker, idle]\ntypes: {Node: {fields: {next: ref}}}\nsteps:\n"
         "  - start-thread: worker\n  - allocate: {id: old, type: Node}\n  - root: old\n"
         "  - handle: {id: kept, object: old}\n" +
         together;
}

program::Program read(const std::string& together) {
  const Expected<Scenario> loaded = parse(with(together), "together.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded);
  return loaded->program;
}

std::string errors_of(const std::string& together) {
  return tests::error_in(parse(with(together), "together.yaml"));
}

constexpr std::string_view kBoth =
    "  - together:\n"
    "      schedule: {within: {switches: [[0, worker], [3, main]]}}\n"
    "      threads:\n"
    "        worker:\n"
    "          - compile: Program.Later\n"
    "          - allocate: {id: a, type: Node, next: old}\n"
    "          - root: a\n"
    "          - throw: {object: a, catcher: Program.Main, finally: Program.Main}\n"
    "          - catch: worker\n"
    "        main:\n"
    "          - allocate: {id: b, type: Node}\n"
    "          - root: {object: b, kind: static}\n"
    "          - suspend: rejit\n"
    "          - collect: 0\n"
    "  - store: {a.next: b}\n";

TEST_CASE("together: each thread keeps its own steps in file order") {
  const program::Program program = read(std::string(kBoth));
  constexpr std::size_t kTogether = 4;
  const auto& together = std::get<program::Together>(program.steps[kTogether].action);
  CHECK(together.schedule ==
        Schedule{.kind = Kind::kSwitches, .switches = {{0, 1}, {3, 0}}, .turns = Schedule::Turns::kWithin});
  std::vector<std::uint32_t> lanes;
  for (const program::Step& step : program.steps) lanes.push_back(step.lane);
  const std::uint32_t none = program::kNothing;
  CHECK(lanes ==
        std::vector<std::uint32_t>{none, none, none, none, none, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, none});
  // The default thread is the one that the step is listed under.
  CHECK(std::get<program::Compile>(program.steps[5].action).thread == 1);
  CHECK(std::get<program::Allocate>(program.steps[6].action).thread == 1);
  CHECK(std::get<program::AddRoot>(program.steps[8].action).thread == 1);
  CHECK(std::get<program::Throw>(program.steps[9].action).thread == 1);
  CHECK(std::get<program::Collect>(program.steps[14].action).thread == 0);
}

TEST_CASE("together: a written scenario is read as the same program") {
  const Expected<Scenario> loaded = parse(with(std::string(kBoth)), "together.yaml");
  REQUIRE(loaded);
  const Expected<std::string> written = write(loaded->program, head_of(*loaded));
  INFO(tests::error_in(written));
  REQUIRE(written);
  const Expected<Scenario> again = parse(*written, "again.yaml");
  INFO(tests::error_in(again));
  REQUIRE(again);
  program::Program one = loaded->program;
  program::Program other = again->program;
  for (program::Program* const each : {&one, &other}) {
    for (program::Step& step : each->steps) step.line = step.column = 0;
  }
  CHECK(one == other);
}

std::string lanes(const std::string& worker, const std::string& main) {
  return "  - together:\n      threads:\n        worker:\n          - " + worker +
         "\n        main:\n          - " + main + "\n";
}

struct Wrong {
  std::string together;
  std::string message;
};

TEST_CASE("together: steps that depend on order or concern all threads are errors") {
  const std::string made = "allocate: {id: a, type: Node}";
  const std::vector<Wrong> all{
      {lanes(made, "store: {old.next: a}"), "object \"a\" is made by thread \"worker\" meanwhile"},
      {lanes("set-root: {old: null}", "unroot: old"),
       "one thread removes the root of object \"old\", which another one uses"},
      {lanes("set-handle: {kept: null}", "free-handle: kept"),
       "one thread removes the handle of object \"old\""},
      {lanes("allocate: {type: Node, thread: main}", made),
       "a step of thread \"main\" among those of thread \"worker\""},
      {lanes("collect: {generation: 0, report: {edits: [{drop: 0}]}}", made), "a report cannot be changed"},
      {lanes("collect: {generation: 0, report: {suspension: {threads: {main: late}}}}", made),
       "how thread \"main\" stops depends on its own steps"},
      {lanes("collect: {generation: 0, ask: [{call: GetEventMask, in: GarbageCollectionStarted}]}", made),
       "`ask` and `attach` are not possible"},
      {lanes("start-thread: idle", made), "unknown key"},
      {"  - together: {threads: {idle: [{allocate: {type: Node}}]}}\n", "thread \"idle\" is not started"},
      {"  - together: {schedule: free, threads: {main: [{collect: 0}]}}\n",
       "share one simulated heap, which only one may change at a time; write `round-robin`"},
      {"  - together: {schedule: {within: free}, threads: {main: [{collect: 0}]}}\n",
       "share one simulated heap, which only one may change at a time"},
      {"  - together: {schedule: exhaustive, threads: {main: [{collect: 0}]}}\n",
       "run `gcrucible explore` on this file"},
      {"  - together: {schedule: round-robbin, threads: {main: [{collect: 0}]}}\n",
       "\"round-robbin\" is not known here; did you mean \"round-robin\"?"},
      {"  - together: {schedule: {switches: [[0, worker]]}, threads: {main: [{collect: 0}]}}\n",
       "thread \"worker\" of a switch does not run here"},
      {"  - together: {schedule: {switches: [[zz, main]]}, threads: {main: [{collect: 0}]}}\n",
       "expected the number of a decision, got \"zz\""},
      {"  - together: {schedule: {within: {switches: [[-1, main]]}}, threads: {main: [{collect: 0}]}}\n",
       "expected the number of a decision, got \"-1\""},
      {"  - together: {schedule: {switches: [[5, main], [2, main]]}, threads: {main: [{collect: 0}]}}\n",
       "the switch at decision 2 does not come after the one at 5; write them in order, one a decision"},
      {"  - together: {threads: {}}\n", "no thread has a step here"},
      {"  - background: begin\n" + lanes(made, "collect: 2") + "  - background: pause\n  - background: end\n",
       "a collection of generation 2 inside a background collection"},
      {"  - begin-shutdown: main\n" + lanes(made, "compile: Program.Main"),
       "in a process that begins to end"},
      {lanes(made, "collect: 0") + "report: {calls: [{omit: {call: ThreadCreated, which: 0}}]}\n",
       "departures of the whole run count calls"},
  };
  for (const Wrong& wrong : all) {
    const std::string errors = errors_of(wrong.together);
    INFO(wrong.together << errors);
    CHECK(errors.find(wrong.message) != std::string::npos);
    CHECK(errors.find("together.yaml:") != std::string::npos);
  }
}

TEST_CASE("together: threads may share an object that no step creates or frees") {
  read(lanes("store: {old.next: null}", "set-root: {old: null}"));
  read(lanes("handle: {object: old}", "root: old"));
}

}  // namespace
}  // namespace gcrucible::scenario
