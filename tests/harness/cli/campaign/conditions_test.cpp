// All shipped scenarios under conditions other than their own: another runtime, other seeds, another
// profiler, other event masks.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/harness/cli/suite/shipped_scenarios.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

const std::string kForeign = in_build("/cli_careless_profiler.so");
const std::string kForeignClsid = "{2B8E6A14-70D5-4E0C-A3F1-9C5D7E2B4A60}";

Called run_files(std::vector<std::string> files, const std::vector<std::string>& more) {
  std::sort(files.begin(), files.end());
  std::vector<std::string> arguments{"run", "-q"};
  arguments.insert(arguments.end(), files.begin(), files.end());
  arguments.insert(arguments.end(), more.begin(), more.end());
  return call(arguments, {"COLUMNS=200"});
}

std::string summary(const Called& run) {
  const std::size_t at = run.out.find("\nsummary\n");
  return at == std::string::npos ? run.out + run.err : run.out.substr(at);
}

}  // namespace

TEST_CASE("all scenarios hold as they are played by default") {
  const Called run = run_files(shipped_scenarios(), {});
  INFO(summary(run));
  CHECK(run.status == 0);
}

TEST_CASE("scenarios: all pass under the documented runtime with another seed") {
  std::vector<std::string> files = share_of_scenarios(0);
  std::erase_if(files, [](const std::string& file) {
    // It needs provisional mode, which only net10 has.
    return file.ends_with("gc/full-collection-continues-after-a-swept-one.yaml");
  });
  const Called run = run_files(std::move(files), {"--runtime", "documented", "--seed", "5"});
  INFO(summary(run));
  CHECK(run.status == 0);
}

// Each is a legal history that a rule once judged wrongly.
TEST_CASE("masks: a partial mask or one changed during a collection violates no rule") {
  struct Case {
    const char* scenario;
    const char* variable;
  };
  const Case cases[] = {
      {"loading/collectible-assembly-is-unloaded", "GCRUCIBLE_RECORDER_MASK=MONITOR_MODULE_LOADS"},
      {"roots-handles/handles-of-the-profiler-follow-their-objects",
       "GCRUCIBLE_RECORDER_MASK=MONITOR_OBJECT_ALLOCATED|ENABLE_OBJECT_ALLOCATED"},
      {"roots-handles/handles-of-the-profiler-follow-their-objects", "GCRUCIBLE_RECORDER_MASK=0,0x20"},
      {"roots-handles/roots-on-the-stacks-of-two-threads",
       "GCRUCIBLE_RECORDER_CHANGE=RootReferences2=MONITOR_SUSPENDS"},
      {"ten-objects-move",
       "GCRUCIBLE_RECORDER_CHANGE=ObjectReferences=MONITOR_SUSPENDS;"
       "RuntimeResumeFinished=MONITOR_GC|MONITOR_SUSPENDS"},
      {"ten-objects-move",
       "GCRUCIBLE_RECORDER_CHANGE=GarbageCollectionStarted=MONITOR_SUSPENDS;"
       "RuntimeResumeFinished=MONITOR_GC|MONITOR_SUSPENDS"},
      {"ten-objects-move", "GCRUCIBLE_RECORDER_CHANGE=MovedReferences2=MONITOR_SUSPENDS"},
  };
  for (const Case& each : cases) {
    const Called run = call({"run", kScenarios + each.scenario + ".yaml", "--env", each.variable});
    INFO(each.scenario << " " << each.variable << "\n" << run.out << run.err);
    CHECK(run.out.find(", 0 broken, ") != std::string::npos);
  }
}

TEST_CASE("scenarios: all pass with a profiler other than the recorder") {
  // .NET Framework 1.1 loads a profiler only through ICorProfilerCallback, which not every profiler supports.
  std::vector<std::string> files = share_of_scenarios(1);
  std::erase_if(files, [](const std::string& file) { return contains(text_of_file(file), "netfx1.1"); });
  const Called run = run_files(std::move(files), {"--profiler", kForeign, "--clsid", kForeignClsid});
  INFO(summary(run));
  CHECK(run.status == 0);
}

// The correct tracker: it creates handles, reads metadata and keeps tables of classes.
TEST_CASE("scenarios: all pass with the lifetime tracker") {
  const Called run = run_files(share_of_scenarios(2), {"--profiler", kLifetime, "--clsid", kLifetimeClsid});
  INFO(summary(run));
  CHECK(run.status == 0);
}

TEST_CASE("scenarios: all pass with the recorder under the basic GC mask") {
  const Called run = run_files(share_of_scenarios(1), {"--env", "GCRUCIBLE_RECORDER_MASK=0,0x10"});
  INFO(summary(run));
  CHECK(run.status == 0);
}

TEST_CASE("run: a scenario is validated against the runtime that plays it") {
  const Scratch scratch;
  const std::string file = scratch.write("blocks.yaml",
                                         "scenario: x\ntypes: {T: {}}\nsteps:\n"
                                         "  - compile: {function: A.B, safe-to-block: false}\n");
  CHECK(call({"run", "-q", file, "--runtime", "documented"}).status == 0);
  for (const char* const runtime : {"", "net10"}) {
    std::vector<std::string> arguments{"run", "-q", file};
    if (*runtime != 0) arguments.insert(arguments.end(), {"--runtime", runtime});
    const Called refused = call(arguments);
    CHECK(refused.status == 2);
    CHECK(
        contains(refused.err, "blocks.yaml:4:5: error: runtime net10 always reports TRUE when it compiles"));
  }
}

TEST_CASE("run: rules that an edit breaks under another runtime are not compared") {
  const Scratch scratch;
  // The range is reported twice. Under the scenario's own runtime, that violates the rules that the scenario
  // names.
  const std::string scenario = kScenarios + "broken/ranges/old-disjoint.yaml";
  const std::string json = scratch.path("r.json");
  std::size_t set_aside = 0;
  for (const char* const seed : {"1", "2", "3", "4", "5", "6"}) {
    const Called run =
        call({"run", scenario, "--runtime", "documented", "--seed", seed, "--report", "json=" + json},
             {"COLUMNS=400"});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    const auto report = nlohmann::json::parse(text_of_file(json)).at("runs").at(0);
    std::size_t here = 0;
    for (const auto& rule : report.at("rules")) here += rule.at("not_compared") == true ? 1 : 0;
    CHECK((here != 0) == contains(run.out, "broken rules that were not compared\n"));
    CHECK((here != 0) == contains(run.out, "\nbroken, not compared "));
    CHECK((here != 0) == contains(run.out, std::to_string(here) + " not compared"));
    CHECK((here != 0) == contains(report.at("why_breaks_not_compared").get<std::string>(),
                                  "they are written for runtime net10, and this is documented"));
    set_aside += here;
  }
  CHECK(set_aside != 0);
}

TEST_CASE("run: without edits no broken rule is set aside under another runtime") {
  const Scratch scratch;
  const std::string text =
      "types: {T: {}}\n"
      "steps:\n"
      "  - allocate: {id: gone, type: T}\n"
      "  - allocate: {id: kept, type: T}\n"
      "  - root: kept\n"
      "  - collect: {generation: 0, compact: 0, report: {";
  const std::string honest = scratch.write("honest.yaml", "scenario: x\n" + text + "}}\n");
  const std::string changed =
      scratch.write("changed.yaml", "scenario: x\n" + text + "edits: [{drop: 0}]}}\n");
  CHECK(call({"run", "-q", honest, "--runtime", "documented"}).status == 0);
  const Called planted = call({"run", "-q", honest, "--runtime", "documented", "--plant", "wrong-offset"});
  INFO(planted.out);
  CHECK(planted.status == 1);
  CHECK(contains(planted.out, "\nBROKEN moved/mapping"));
  CHECK_FALSE(contains(planted.out, "not compared: they"));
  CHECK(call({"run", "-q", changed, "--runtime", "documented"}).status == 0);
  // Under its original conditions, a violation that the scenario does not name is a finding.
  CHECK(call({"run", "-q", changed}).status == 1);
}

TEST_CASE("run: -q prints the violations of the profiler") {
  const std::vector<std::string> foreign{"--profiler", kForeign, "--clsid", kForeignClsid};
  const auto run = [&](const std::string& way, std::vector<std::string> files) {
    std::vector<std::string> arguments{"run", "-q"};
    for (const std::string& file : files) arguments.push_back(kScenarios + file + ".yaml");
    arguments.insert(arguments.end(), foreign.begin(), foreign.end());
    arguments.insert(arguments.end(), {"--env", "CLI_TEST_CARELESS=" + way});
    return call(arguments, {"COLUMNS=200"});
  };
  const Called stale = run("stale", {"gc/contents-survive-a-move"});
  INFO(stale.out);
  CHECK(stale.status == 1);
  CHECK(contains(stale.out, "\nBROKEN object-ids/cache-follows (by the profiler)\n"));
  CHECK_FALSE(contains(run("", {"gc/contents-survive-a-move"}).out, "BROKEN"));
  const Called both = run("stale", {"gc/contents-survive-a-move", "masks/only-the-bracket-under-basic-gc"});
  CHECK(contains(both.out, "0 of 2 passed"));
}

}  // namespace gcrucible::tests
