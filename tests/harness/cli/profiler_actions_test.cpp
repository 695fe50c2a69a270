// A profiler is not blamed for legal actions of its own, nor for the consequences of a runtime that violates
// rules on purpose. All scenarios, with several profilers.
#include <nlohmann/json.hpp>
#include <utility>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/harness/cli/suite/shipped_scenarios.h"
#include "tests/support/places.h"
#include "tests/support/share.h"

namespace gcrucible::tests {
namespace {

const std::string kNames = in_build("/libgcrucible_names.so");
const std::string kNamesClsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C92}";

using Json = nlohmann::json;

// The runs in the JSON report, of one scenario in three.
Json play_share(std::size_t turn, const std::vector<std::string>& more) {
  const Scratch scratch;
  std::vector<std::string> arguments{"run", "-q"};
  for (std::string& file : share_of_scenarios(turn)) arguments.push_back(std::move(file));
  arguments.insert(arguments.end(), more.begin(), more.end());
  const std::string json = scratch.path("r.json");
  arguments.insert(arguments.end(), {"--report", "json=" + json});
  call(arguments, {"COLUMNS=200"});
  return Json::parse(text_of_file(json)).at("runs");
}

void check_all_pass(const Json& runs) {
  CHECK(runs.size() > share_of(400));
  for (const Json& run : runs) {
    const std::string result = run.at("result");
    if (result == "pass" || result == "not played" || result == "unchecked") continue;
    FAIL_CHECK(run.at("scenario") << "\n" << run.dump(1));
  }
}

}  // namespace

TEST_CASE("run: expectations that a forced collection may change are not compared") {
  const Json runs = play_share(0, {"--profiler", kForcing, "--clsid", kForcingClsid, "--allow-unchecked"});
  check_all_pass(runs);
}

TEST_CASE("run: the reason names the collections that the profiler forced") {
  const Scratch scratch;
  const std::string file = scratch.write(
      "one.yaml",
      "scenario: x\ntypes: {T: {}}\nthreads: [main, worker]\nsteps:\n  - allocate: {id: a, type: T}\n"
      "  - root: a\n  - start-thread: worker\n"
      "  - collect: {generation: 1, compact: 0, expect: {generation: {a: 1}}}\n");
  CHECK(call({"run", "-q", file}).status == 0);
  const Called forced = call(
      {"run", file, "--profiler", kForcing, "--clsid", kForcingClsid, "--allow-unchecked"}, {"COLUMNS=200"});
  INFO(forced.out << forced.err);
  CHECK(forced.status == 0);
  CHECK(contains(in_one_line(forced.out),
                 "the profiler forced 2 collections, which the scenario does not mention"));
}

TEST_CASE("run: expectations that handles of the profiler may change are not compared") {
  const Json runs = play_share(2, {"--env", "GCRUCIBLE_RECORDER_ASK=20"});
  check_all_pass(runs);
  CHECK(std::ranges::any_of(runs, [](const Json& run) {
    return contains(run.at("expectations").at("skipped").dump(), "the profiler made ");
  }));
}

TEST_CASE("run: an expectation fails if the profiler did nothing that could change it") {
  const Scratch scratch;
  const std::string file =
      scratch.write("one.yaml",
                    "scenario: x\ntypes: {T: {}}\nobjects: [{id: a, type: T}]\nroots: [a]\nsteps:\n"
                    "  - collect: {generation: 0, compact: 0, expect: {dead: [a]}}\n");
  const Called tracker = call({"run", "-q", file, "--profiler", kLifetime, "--clsid", kLifetimeClsid});
  INFO(tracker.out << tracker.err);
  CHECK(tracker.status == 1);
  CHECK(contains(tracker.out, "expected \"a\" to die"));
}

TEST_CASE("run: consequences of a runtime that violates rules on purpose are not compared") {
  struct Case {
    const char* scenario;
    const char* rule;
    const char* profiler;
    const char* clsid;
  };
  const Case cases[] = {
      {"broken/ids/object-id-reuse", "output/no-double-count", kLifetime.c_str(), kLifetimeClsid.c_str()},
      {"broken/allocation/allocating-thread", "output/balance", kLifetime.c_str(), kLifetimeClsid.c_str()},
      {"broken/allocation/announced-before-use", "life/nothing-after-shutdown", kNames.c_str(),
       kNamesClsid.c_str()},
  };
  for (const Case& each : cases) {
    const Called run = call(
        {"run", kScenarios + each.scenario + ".yaml", "--profiler", each.profiler, "--clsid", each.clsid},
        {"COLUMNS=400"});
    INFO(each.scenario << "\n" << run.out << run.err);
    CHECK(run.status == 0);
    CHECK(contains(run.out, std::string("broken, not compared ") + each.rule));
    CHECK(contains(in_one_line(run.out), "in this scenario the runtime violates rules on purpose"));
  }
}

TEST_CASE("run: a profiler violation that the scenario does not cause is a finding") {
  const Called run = call({"run", "-q", kScenarios + "broken/ids/object-id-reuse.yaml", "--profiler",
                           in_build("/libgcrucible_faulty.so"), "--clsid", kLifetimeClsid, "--env",
                           "GCRUCIBLE_FAULT=leaks-handles"},
                          {"COLUMNS=400"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "BROKEN life/destroy-handles (by the profiler)"));
}

}  // namespace gcrucible::tests
