// `--report` of run, check and test: SARIF, GitHub's workflow commands, times, and the format of JSON.
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

using Json = nlohmann::json;

const std::string kHead = "scenario: One collection\nruntime: net10\ntypes:\n  Node: {fields: {next: ref}}\n";
const std::string kObjects = "objects: [{id: garbage, type: Node}, {id: a, type: Node}]\nroots: [a]\n";

Json json_in(const Scratch& scratch, const std::string& name) {
  return Json::parse(text_of_file(scratch.path(name)));
}

// Scenarios that fail in different ways: a failed expectation in line 7, a mistake in line 6, a crash.
void write_failures(const Scratch& scratch) {
  scratch.write("expects.yaml",
                kHead + kObjects + "steps:\n  - collect: {generation: 0, expect: {dead: [a]}}\n");
  scratch.write("mistake.yaml", kHead + "steps: [collect: {generation: 0}]\nobjcts: []\n");
  scratch.write("crash.yaml", kHead + "profiler: {env: {CLI_TEST_DIE: 'crash at MovedReferences2'}}\n" +
                                  kObjects + "steps: [collect: {generation: 0}]\n");
}

Called run_failures(const Scratch& scratch, const std::string& report) {
  return call({"run", "-q", "crash.yaml", "expects.yaml", "mistake.yaml", "--profiler", kDying, "--clsid",
               kDyingClsid, "--report", report},
              {}, scratch.folder());
}

}  // namespace

TEST_CASE("run --report github: each failure is a command with file and line") {
  const Scratch scratch;
  write_failures(scratch);
  const Called run = run_failures(scratch, "github");
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  CHECK(contains(run.out,
                 "\n::error file=crash.yaml,line=8,title=gcrucible crashed::the profiler died: SIGSEGV"));
  CHECK(contains(run.out, "\n::error file=expects.yaml,line=8,col="));
  CHECK(contains(run.out, ",title=gcrucible expectation::"));
  CHECK(contains(run.out, "\n::error file=mistake.yaml,line=6,col=1,title=gcrucible bad input::error: "));
  CHECK_FALSE(contains(call({"run", "-q", kTen, "--report", "github"}).out, "::error"));
}

TEST_CASE("run --report github: one wrong CLSID is one annotation, however many scenarios there are") {
  const Called run = call({"run", "-q", kTen, kScenarios + "ten-objects-swept.yaml", "--profiler", kDying,
                           "--clsid", "{01234567-89AB-CDEF-0123-456789ABCDEF}", "--report", "github"});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  const std::size_t first = run.out.find("::error ");
  REQUIRE(first != std::string::npos);
  CHECK(contains(run.out.substr(first), "CLASS_E_CLASSNOTAVAILABLE"));
  CHECK(run.out.find("::error ", first + 1) == std::string::npos);
}

TEST_CASE("run --report github: special characters are escaped") {
  const Scratch scratch;
  scratch.write("a,b:c.yaml", kHead + "steps: [collect: {generation: 0}]\nobjcts: []\n");
  const Called run = call({"run", "a,b:c.yaml", "--report", "github"}, {}, scratch.folder());
  CHECK(run.status == 2);
  CHECK(contains(run.out, "::error file=a%2Cb%3Ac.yaml,line=6,"));
}

TEST_CASE("run --report sarif: results have rules, files and lines") {
  const Scratch scratch;
  write_failures(scratch);
  CHECK(run_failures(scratch, "sarif=r.sarif").status == 3);
  const Json json = json_in(scratch, "r.sarif");
  CHECK(json.at("version") == "2.1.0");
  const Json& run = json.at("runs").at(0);
  CHECK(run.at("tool").at("driver").at("name") == "gcrucible");
  const Json& rules = run.at("tool").at("driver").at("rules");
  std::string seen;
  for (const Json& result : run.at("results")) {
    CHECK(result.at("level") == "error");
    CHECK(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id") == result.at("ruleId"));
    CHECK_FALSE(result.at("message").at("text").get<std::string>().empty());
    const Json& place = result.at("locations").at(0).at("physicalLocation");
    seen += result.at("ruleId").get<std::string>() + " in " +
            place.at("artifactLocation").at("uri").get<std::string>() + ":" +
            std::to_string(place.contains("region") ? place.at("region").at("startLine").get<int>() : 0) +
            "; ";
  }
  CHECK(seen == "crashed in crash.yaml:8; expectation in expects.yaml:8; bad input in mistake.yaml:6; ");
  // An earlier report is replaced; another file is not.
  CHECK(run_failures(scratch, "sarif=r.sarif").status == 3);
  scratch.write("notes", "mine");
  CHECK(run_failures(scratch, "sarif=notes").status == 2);
  CHECK(text_of_file(scratch.path("notes")) == "mine");
}

TEST_CASE("run --report sarif: a damaged trace has the lines of its findings") {
  const Scratch scratch;
  const std::string broken = kScenarios + "broken/bracket";
  std::filesystem::create_directory(scratch.path("traces"));
  REQUIRE(call({"run", "-q", broken, "--trace", scratch.path("traces")}).status == 0);
  const Called check = call({"check", "-q", "traces", "--report", "sarif=r.sarif", "--report", "github"}, {},
                            scratch.folder());
  INFO(check.out << check.err);
  CHECK(check.status == 1);
  std::size_t lines = 0;
  const Json json = json_in(scratch, "r.sarif");
  for (const Json& result : json.at("runs").at(0).at("results")) {
    const Json& place = result.at("locations").at(0).at("physicalLocation");
    CHECK(place.at("artifactLocation").at("uri").get<std::string>().starts_with("traces/"));
    lines += place.contains("region") ? 1 : 0;
  }
  CHECK(lines > 3);
  CHECK(contains(check.out, "::error file=traces/"));
}

TEST_CASE("run --report sarif and github: a campaign names its smallest scenarios") {
  const Scratch scratch;
  const Called run =
      call({"test", "-q", "--profiler", kDying, "--clsid", kDyingClsid, "--env", kCrash, "--findings",
            "found", "--cases", "4", "--report", "sarif=r.sarif", "--report", "github"},
           {}, scratch.folder());
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  const std::string place = "::error file=found/crash.yaml,line=";
  REQUIRE(contains(run.out, place));
  const int line = std::atoi(run.out.c_str() + run.out.find(place) + place.size());
  std::istringstream scenario(text_of_file(scratch.path("found/crash.yaml")));
  std::string step;
  for (int i = 0; i < line; ++i) std::getline(scenario, step);
  INFO(line << ": " << step);
  CHECK(contains(step, "- "));
  CHECK(contains(run.out, ",title=gcrucible crash::crash ("));
  const Json result = json_in(scratch, "r.sarif").at("runs").at(0).at("results").at(0);
  CHECK(result.at("ruleId") == "crash");
  CHECK(result.at("locations").at(0).at("physicalLocation").at("artifactLocation").at("uri") ==
        "found/crash.yaml");
}

TEST_CASE("run --report junit: test cases and suite have times") {
  const Scratch scratch;
  REQUIRE(call({"run", "-q", kTen, "--report", "junit=r.xml"}, {}, scratch.folder()).status == 0);
  const std::string xml = text_of_file(scratch.path("r.xml"));
  INFO(xml);
  CHECK(contains(xml, "skipped=\"0\" time=\"0."));
  CHECK(contains(xml, "ten-objects-move.yaml\" time=\"0."));
}

TEST_CASE("run --report json: the report is small, and valid by its schema") {
  const Scratch scratch;
  write_failures(scratch);
  CHECK(run_failures(scratch, "json=failed.json").status == 3);
  REQUIRE(call({"run", "-q", "-j0", "--builtin", "broken/a*", "--report", "json=broken.json"}, {},
               scratch.folder())
              .status == 0);
  const Json json = json_in(scratch, "broken.json");
  CHECK(text_of_file(scratch.path("broken.json")).size() < json.at("runs").size() * 40'000);
  for (const Json& run : json.at("runs")) {
    for (const Json& rule : run.at("rules"))
      CHECK(json.at("rules").contains(rule.at("id").get<std::string>()));
  }
  if (call_program({"/bin/sh", "-c", "python3 -c 'import jsonschema, yaml'"}).status != 0)
    GCRUCIBLE_SKIP(
        "python3 with jsonschema and yaml is not here; apt-get install python3-jsonschema python3-yaml");
  const Called valid =
      call_program({"/bin/sh", "-c",
                    "python3 " + in_source("/tests/harness/scenario/check_schema.py") + " " +
                        in_source("/docs/run-report.schema.json") + " failed.json broken.json"},
                   {}, scratch.folder());
  INFO(valid.out << valid.err);
  CHECK(valid.status == 0);
}

TEST_CASE("paths: in the root folder, absolute paths stay absolute") {
  const Called run = call({"run", "-q", kTen}, {}, "/");
  CHECK(run.status == 0);
  CHECK(contains(run.out, "  " + kTen + "\n"));
}

}  // namespace gcrucible::tests
