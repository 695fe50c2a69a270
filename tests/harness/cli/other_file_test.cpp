// A file of gcrucible's own that the command cannot use is named, with its use.
#include "harness/yaml/known_file.h"
#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

const std::string kRuntime = in_source("/harness/runtimes/net10.yaml");
const std::string kCatalogue = in_source("/harness/rules/catalogue/moved.yaml");
const std::string kFault = in_source("/fixtures/profilers/faulty/blocking-little-stack/fault.yaml");
const std::string kMutants = in_source("/fixtures/profilers/lifetime/survivors.yaml");
const std::string kTrace = in_source("/fixtures/traces/gen0.jsonl");

struct Wrong {
  std::vector<std::string> line;
  std::string says;
};

void check(const std::vector<Wrong>& table) {
  for (const Wrong& wrong : table) {
    const Called run = call(wrong.line, {"COLUMNS=1000"});
    INFO(wrong.says << "\n" << run.out << run.err);
    CHECK(run.status == 2);
    CHECK(contains(run.err, wrong.says));
  }
}

}  // namespace

TEST_CASE("known file: each YAML file of the repository is of a kind") {
  std::size_t files = 0;
  for (const char* const folder : {"bench", "fixtures", "harness", "tests"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(in_source("/") + folder)) {
      const std::filesystem::path& file = entry.path();
      if (file.extension() != ".yaml") continue;
      ++files;
      INFO(file.string());
      const yaml::KnownFile kind = yaml::known_file(text_of_file(file));
      CHECK(kind != yaml::KnownFile::kUnknown);
      if (file.string().find("/fixtures/scenarios/") != std::string::npos)
        CHECK(kind == yaml::KnownFile::kScenario);
      if (file.string().find("/harness/runtimes/") != std::string::npos)
        CHECK(kind == yaml::KnownFile::kRuntime);
      if (file.string().find("/harness/rules/") != std::string::npos)
        CHECK(kind == yaml::KnownFile::kCatalogue);
    }
  }
  CHECK(files > 500);
}

TEST_CASE("known file: a text of none of these kinds is unknown") {
  for (const char* const text : {"", "just words\n", "- a\n- b\n", "runtime: net10\n", "objects: [a]\n",
                                 "{\"a\": 1}", "-", "- ", "#", "---\n"}) {
    INFO(text);
    CHECK(yaml::known_file(text) == yaml::KnownFile::kUnknown);
  }
  CHECK(yaml::known_file("runtime: net10\nsteps:\n  - collect: 0\n") == yaml::KnownFile::kScenario);
  CHECK(yaml::known_file("# of mine\nruntime: mine\ninterfaces: {info: 1}\n") == yaml::KnownFile::kRuntime);
}

TEST_CASE("run and explore: name a file that is no scenario") {
  const std::string of_runtime = kRuntime +
                                 ":1:1: error: this is a runtime file, not a scenario; gcrucible run "
                                 "SCENARIO --runtime FILE plays a scenario with it";
  check({{{"run", kRuntime}, of_runtime},
         {{"explore", kRuntime}, of_runtime},
         {{"run", kCatalogue},
          "this is a file of the catalogue of rules, not a scenario; gcrucible explain RULE shows a rule"},
         {{"run", kFault},
          "this is a fault of the faulty profiler, not a scenario; gcrucible explain RULE shows the command"},
         {{"run", kMutants}, "this is a list of mutants that no test kills, not a scenario; scripts/mutants"},
         {{"run", kTrace}, kTrace + ":1:1: error: this is a trace, not a scenario; gcrucible check FILE"}});
}

TEST_CASE("run: a folder of other files is one message") {
  const std::string folder = in_source("/harness/rules/catalogue");
  const Called run = call({"run", folder}, {"COLUMNS=1000"});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(contains(run.err, "gcrucible run: none of the "));
  CHECK(contains(
      run.err,
      " files is a scenario: " + folder +
          "/allocation.yaml is a file of the catalogue of rules, not a scenario; gcrucible explain"));
  CHECK_FALSE(contains(run.err, "blocking.yaml"));
  // Beside a scenario, each file has its own message.
  const Called both = call({"run", "-q", kTen, kRuntime}, {"COLUMNS=1000"});
  CHECK(both.status == 2);
  CHECK(contains(both.out + both.err, "this is a runtime file, not a scenario"));
}

TEST_CASE("check, compare, merge and --runtime: name a file of another kind") {
  const Scratch scratch;
  const std::string result = scratch.path("result.json");
  REQUIRE(call({"test", "--cases", "1", "--forget", "--report", "json=" + result}).status == 0);
  check(
      {{{"check", kTen}, kTen + " is a scenario, not a trace; gcrucible run FILE plays it"},
       {{"check", result}, result + " is the result of a campaign, not a trace; gcrucible merge FILE..."},
       {{"compare", kTrace, kRuntime}, kRuntime + " is a runtime file, not a trace; gcrucible run SCENARIO"},
       {{"merge", kTrace}, kTrace + " is a trace, not the result of a campaign; gcrucible check FILE"},
       {{"merge", kTen}, kTen + " is a scenario, not the result of a campaign"},
       {{"run", kTen, "--runtime", kCatalogue},
        "this is a file of the catalogue of rules, not a runtime; give the name of a runtime"},
       {{"run", kTen, "--runtime", kFault}, "this is a fault of the faulty profiler, not a runtime"}});
}

}  // namespace gcrucible::tests
