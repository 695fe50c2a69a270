// `gcrucible run` with several scenarios at once, and its end at the first failure.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"

namespace gcrucible::tests {
namespace {

// Scenarios for a profiler that dies where a scenario requests it. `deaths` has one word for each scenario.
void write_scenarios(const Scratch& scratch, const std::vector<std::string>& deaths) {
  std::filesystem::create_directory(scratch.path("all"));
  char name = 'a';
  for (const std::string& death : deaths) {
    scratch.write(std::string("all/") + name++ + ".yaml",
                  "scenario: One collection\nruntime: net10\ntypes:\n  Node: {fields: {next: ref}}\n" +
                      (death.empty() ? "" : "profiler: {env: {CLI_TEST_DIE: '" + death + "'}}\n") +
                      "objects: [{id: garbage, type: Node}, {id: a, type: Node}]\nroots: [a]\n"
                      "steps: [collect: {generation: 0}]\n");
  }
}

Called run_all(const Scratch& scratch, const std::vector<std::string>& more) {
  std::vector<std::string> words{"run",       "all", "--profiler", kDying,        "--clsid",  kDyingClsid,
                                 "--timeout", "600", "--report",   "json=r.json", "--report", "junit=r.xml"};
  words.insert(words.end(), more.begin(), more.end());
  return call(words, {}, scratch.folder());
}

}  // namespace

TEST_CASE("run --jobs: the output and the reports are those of one scenario after another") {
  const std::string folder = kScenarios + "broken/bracket";
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"-q"}, {"-v"}}) {
    const Scratch scratch;
    const auto run = [&](const std::string& jobs) {
      std::vector<std::string> words{"run", folder, "-j", jobs, "--report", "json=" + jobs};
      words.insert(words.end(), more.begin(), more.end());
      return call(words, {}, scratch.folder());
    };
    const Called one = run("1"), four = run("4"), all = run("0");
    CHECK(one.status == 0);
    CHECK(four.status == 0);
    CHECK(four.out == one.out);
    CHECK(all.out == one.out);
    CHECK(four.err == one.err);
    CHECK(text_of_file(scratch.path("4")) == text_of_file(scratch.path("1")));
  }
}

TEST_CASE("run --jobs: each scenario has its own trace") {
  const Scratch scratch;
  write_scenarios(scratch, {"", "crash at MovedReferences2", "", ""});
  std::filesystem::create_directory(scratch.path("traces"));
  const Called run = run_all(scratch, {"-j3", "--trace", "traces"});
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  CHECK(contains(run.out, "3 of 4 passed"));
  for (const char* const name : {"a", "b", "c", "d"})
    CHECK(std::filesystem::exists(scratch.path(std::string("traces/") + name + ".jsonl")));
  CHECK(text_of_file(scratch.path("traces/a.jsonl")) == text_of_file(scratch.path("traces/d.jsonl")));
}

TEST_CASE("run --fail-fast: no scenario after the first failure, for each number of jobs") {
  for (const char* const jobs : {"1", "4"}) {
    const Scratch scratch;
    write_scenarios(scratch, {"", "", "crash at MovedReferences2", "", "crash at MovedReferences2"});
    const Called run = run_all(scratch, {"--fail-fast", "--jobs", jobs});
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out, "2 of 5 passed, 2 not run (--fail-fast); the worst is 'crashed'"));
    CHECK_FALSE(contains(run.out, "all/d.yaml"));
    const auto runs = nlohmann::json::parse(text_of_file(scratch.path("r.json"))).at("runs");
    REQUIRE(runs.size() == 5);
    CHECK(runs[2].at("result") == "crashed");
    CHECK(runs[3].at("result") == "not run");
    CHECK(contains(runs[4].at("message"), "all/e.yaml: not run, because " + scratch.path("all/c.yaml")));
    CHECK(contains(text_of_file(scratch.path("r.xml")),
                   "tests=\"5\" failures=\"0\" errors=\"1\" skipped=\"2\""));
  }
}

TEST_CASE("run: a CLSID that the library refuses is one message before all scenarios") {
  const Scratch scratch;
  write_scenarios(scratch, {"", "", "", "", ""});
  const std::string clsid = kCarelessClsid;
  const auto refused = [&](std::vector<std::string> options, std::vector<std::string> environment) {
    options.insert(options.begin(), {"run", "all", "--report", "json=r.json"});
    environment.emplace_back("COLUMNS=1000");
    const Called run = call(options, environment, scratch.folder());
    INFO(run.out << run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(contains(run.err, "gcrucible run: " + kDying + ": DllGetClassObject refused the CLSID " + clsid));
    CHECK(std::ranges::count(run.err, '\n') == 2);
    CHECK(run.err.ends_with("\nNone of the 5 scenarios was run.\n"));
    const auto runs = nlohmann::json::parse(text_of_file(scratch.path("r.json"))).at("runs");
    REQUIRE(runs.size() == 5);
    CHECK(runs[0].at("result") == "refused");
    CHECK(runs[4].at("result") == "not run");
    return run.err;
  };
  CHECK(contains(refused({"--profiler", kDying, "--clsid", clsid}, {}), "It comes from --clsid\n"));
  const std::vector<std::string> variables{"CORECLR_PROFILER=" + clsid, "CORECLR_PROFILER_PATH=" + kDying};
  CHECK(contains(refused({}, variables),
                 "It comes from the environment variable CORECLR_PROFILER; correct it, or name the profiler "
                 "with --profiler and --clsid\n"));
  CHECK(contains(refused({"--jobs", "4", "-q"}, variables), "CORECLR_PROFILER; correct it"));
}

TEST_CASE("run: a wrong profiler of the environment does not matter to scenarios with their own") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("own"));
  const std::string own = "profiler: {library: " + kDying + ", clsid: \"" + kDyingClsid + "\"}\n";
  for (const char* const name : {"own/a.yaml", "own/b.yaml"})
    scratch.write(name, "scenario: x\n" + own + "steps:\n  - collect: 0\n");
  const Called run =
      call({"run", "-q", "own"},
           {std::string("CORECLR_PROFILER=") + kCarelessClsid, "CORECLR_PROFILER_PATH=" + kDying},
           scratch.folder());
  INFO(run.out << run.err);
  CHECK_FALSE(contains(run.err, "refused the CLSID"));
  CHECK(contains(run.out, "2 of 2 passed"));
}

TEST_CASE("run --fail-fast: without a failure, all scenarios are run") {
  const Scratch scratch;
  write_scenarios(scratch, {"", ""});
  const Called run = run_all(scratch, {"--fail-fast", "-q"});
  CHECK(run.status == 0);
  CHECK(contains(run.out, "2 of 2 passed\n"));
}

TEST_CASE("run --jobs: refused values") {
  const std::string ten = kScenarios + "ten-objects-move.yaml";
  CHECK(contains(call({"run", ten, "-j", "300"}).err, "--jobs takes a number from 0 to 256, not '300'"));
  CHECK(call({"run", ten, "-j", "-1"}).status == 2);
  CHECK(contains(call({"run", "--on", "coreclr", ten, "-j", "2"}).err, "--jobs is for simulated runs only"));
}

}  // namespace gcrucible::tests
