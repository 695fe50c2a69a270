// Wrong arguments and input: a message that says what to do, exit status 2, never a crash. And the small
// commands.
#include <nlohmann/json.hpp>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

const std::string kTen = kScenarios + "ten-objects-move.yaml";

struct Wrong {
  std::vector<std::string> arguments;
  std::vector<std::string> says;
  platform::Environment environment = {};
};

void check(const Wrong& wrong) {
  const Called run = call(wrong.arguments, wrong.environment);
  std::string line;
  for (const std::string& argument : wrong.arguments) line += argument + " ";
  INFO(line << "\n" << run.out << run.err);
  CHECK(run.status == 2);
  for (const std::string& part : wrong.says) CHECK(contains(run.err, part));
}

}  // namespace

TEST_CASE("wrong arguments are refused with a hint") {
  const std::vector<Wrong> table{
      {{}, {"Usage: gcrucible", "Subcommands"}},
      {{"rnu"}, {"there is no command 'rnu'", "did you mean \"run\"?"}},
      {{"run"}, {"scenario is required", "Try gcrucible run --help."}},
      {{"run", kTen, "--sed", "3"}, {"--sed", "Try gcrucible run --help."}},
      {{"run", kTen, "--seed", "many"}, {"seed", "Try gcrucible run --help."}},
      {{"run", kTen, "--seed", "-1"}, {"seed"}},
      {{"run", kTen, "--timeout", "-1"}, {"--timeout takes seconds"}},
      {{"run", kTen, "--timeout", "nan"}, {"--timeout takes seconds"}},
      {{"run", kTen, "--color", "blue"}, {"color"}},
      {{"run", kTen, "--plant", "lost-objet"}, {"no fault 'lost-objet'", "did you mean \"lost-object\"?"}},
      {{"run", kTen, "--only", "moved/half-open"},
       {"no rule matches 'moved/half-open'", "moved/half-open-range"}},
      {{"run", kTen, "--env", "NOVALUE"}, {"--env takes NAME=VALUE"}},
      {{"run", kTen, "--report", "yaml=x"}, {"--report takes json=FILE and junit=FILE"}},
      {{"run", kTen, "--runtime", "net1"}, {"net10"}},
      {{"run", kTen, kTen, "--trace", "file"}, {"--trace must name a folder"}},
      {{"explain", "half-open"}, {"no rule matches 'half-open'", "moved/half-open-range"}},
      {{"rules", "moved"}, {"no rule matches 'moved'"}},
      {{"explain"}, {"rule is required"}},
  };
  for (const Wrong& wrong : table) check(wrong);
}

TEST_CASE("scenarios that cannot be read are refused with their place") {
  const Scratch scratch;
  check({{"run", scratch.path("absent.yaml")}, {"absent.yaml", "No such file"}});
  check({{"run", scratch.folder()}, {"holds no scenario"}});
  check({{"run", scratch.write("typo.yaml", "scenario: x\nstep: []\n")}, {"typo.yaml:2:1: error", "steps"}});
  check({{"run", scratch.write("binary.yaml", std::string("\0\xff\x01", 3))}, {"binary.yaml"}});
  check({{"run", scratch.write("breaks.yaml",
                               "scenario: x\nsteps:\n  - collect: {generation: 0}\nexpect:\n  breaks: "
                               "[moved/half-open]\n")},
         {"breaks.yaml:5:", "there is no rule \"moved/half-open\"",
          "did you mean \"moved/half-open-range\"?"}});
}

TEST_CASE("profilers that cannot be loaded are refused") {
  const Scratch scratch;
  const std::string clsid = "{01234567-89AB-CDEF-0123-456789ABCDEF}";
  check({{"run", kTen, "--profiler", "x.so"}, {"--profiler is given without --clsid"}});
  check({{"run", kTen, "--clsid", clsid}, {"--clsid is given without --profiler"}});
  check({{"run", kTen, "--profiler", scratch.path("absent.so"), "--clsid", clsid}, {"absent.so"}});
  check({{"run", kTen, "--profiler", kTen, "--clsid", clsid}, {"ten-objects-move.yaml"}});
  check({{"run", kTen, "--profiler", GCRUCIBLE_BIN_DIR "/libgcrucible_recorder.so", "--clsid", "{123}"},
         {"{123}"}});
  check({{"run", kTen, "--profiler", GCRUCIBLE_BIN_DIR "/libgcrucible_recorder.so", "--clsid", clsid},
         {"CLASS_E_CLASSNOTAVAILABLE"}});
  check({{"run", kTen},
         {"CORECLR_PROFILER is set and CORECLR_PROFILER_PATH is not"},
         {"CORECLR_PROFILER=" + clsid}});
  check({{"run", kTen},
         {"CORECLR_PROFILER_PATH is set and CORECLR_PROFILER is not"},
         {"CORECLR_PROFILER_PATH=/x.so"}});
}

TEST_CASE("the variables that .NET reads name the profiler") {
  const Called run =
      call({"run", kTen}, {"CORECLR_PROFILER={7d4a1c2e-93b0-4c5f-8e21-6f0b9a3d5c84}",
                           "CORECLR_PROFILER_PATH=" GCRUCIBLE_BIN_DIR "/cli_dying_profiler.so"});
  INFO(run.out << run.err);
  CHECK(contains(run.out, "cli_dying_profiler.so (named by CORECLR_PROFILER and CORECLR_PROFILER_PATH)"));
  CHECK(contains(run.out, "{7D4A1C2E-93B0-4C5F-8E21-6F0B9A3D5C84}"));
  CHECK(contains(run.out, "dying profiler: hello"));
}

TEST_CASE("the small commands print what they say") {
  CHECK(call({"--version"}).out.starts_with("gcrucible 0."));
  CHECK(call({"--help"}).status == 0);
  CHECK(contains(call({"run", "--help"}).out, "Exit status: 0 pass"));
  const Called rules = call({"rules", "moved/*"});
  CHECK(rules.status == 0);
  CHECK(contains(rules.out, "moved/half-open-range"));
  CHECK_FALSE(contains(rules.out, "bracket/"));
  const Called explained = call({"explain", "bracket/basic-gc-bound"});
  CHECK(explained.status == 0);
  CHECK(contains(explained.out, "GC-BRK-005"));
  CHECK(contains(explained.out, "not for net10"));
  CHECK(nlohmann::json::parse(call({"schema"}).out).at("title").is_string());
  CHECK(call({"rules", "--markdown"}).out == text_of_file(GCRUCIBLE_SOURCE_DIR "/docs/rules.md"));
}

}  // namespace gcrucible::tests
