// Wrong arguments and input: a message that states what to do, exit status 2, never a crash. Also the small
// commands.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

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

TEST_CASE("arguments: wrong ones -> exit status 2 and a hint") {
  const std::vector<Wrong> table{
      {{}, {"Usage: gcrucible", "Commands"}},
      {{"rnu"}, {"there is no command 'rnu'", "did you mean \"run\"?"}},
      {{"run"},
       {"gcrucible run: SCENARIO is missing; write gcrucible run SCENARIO, or --builtin",
        "Try gcrucible run --help."}},
      {{"run", kTen, "--sed", "3"},
       {"gcrucible run: there is no option '--sed'; did you mean '--seed'?\n"
        "Try gcrucible run --help.\n"}},
      {{"test", "./libmine.so"}, {"named by --profiler: write --profiler ./libmine.so"}},
      {{"run", "fixtures/nowhere/ten-objects-move.yaml"},
       {"A scenario of that name comes with gcrucible: write gcrucible run --builtin ten-objects-move."}},
      {{"run", kTen, "--sed=3"}, {"there is no option '--sed'; did you mean '--seed'?"}},
      {{"run", kTen, "--frobnicate"}, {"there is no option '--frobnicate'\n"}},
      {{"--frobnicate"}, {"gcrucible: there is no option '--frobnicate'\nTry gcrucible --help.\n"}},
      {{"run", kTen, "--quiet=maybe"}, {"--quiet takes no value"}},
      {{"run", kTen, "-x"}, {"there is no option '-x'\n"}},
      {{"run", kTen, "--seed"}, {"--seed needs a value, as in --seed N"}},
      {{"run", kTen, "--seed", "1", "--seed", "2"}, {"--seed is given 2 times; give it once"}},
      {{"run", "--profiler", "--clsid", "{01234567-89AB-CDEF-0123-456789ABCDEF}", kTen},
       {"gcrucible run: --profiler needs a value; --clsid follows\nTry gcrucible run --help.\n"}},
      {{"test", "--seed", "--cases", "5"}, {"gcrucible test: --seed needs a value; --cases follows\n"}},
      {{"test", "--env", "--cases=5"}, {"--env needs a value; --cases follows"}},
      {{"run", kTen, "--trace", "-q"}, {"--trace needs a value; -q follows"}},
      {{"run", kTen, "--timeout", "abc"},
       {"gcrucible run: --timeout takes seconds (30, 0.5, or 0 for no limit), not 'abc'\n"}},
      {{"test", "--caes", "20"}, {"there is no option '--caes'; did you mean '--case' or '--cases'?"}},
      {{"run", kTen, "--json"}, {"there is no option '--json'; did you mean '--report json=FILE'?"}},
      {{"rules", "--markdwn"}, {"there is no option '--markdwn'; did you mean '--markdown'?"}},
      {{"schema", "extra"}, {"gcrucible schema: unexpected argument 'extra'"}},
      {{"run", kTen, "--profiler", "", "--clsid", ""},
       {"gcrucible run: --profiler is empty; give it a value"}},
      {{"run", kTen, "--profiler="}, {"--profiler needs a value"}},
      {{"run", kTen, "--clsid", ""}, {"--clsid is empty"}},
      {{"run", kTen, "--runtime", ""}, {"--runtime is empty"}},
      {{"run", kTen, "--trace", ""}, {"--trace is empty"}},
      {{"record", "-o", "", "--", "true"}, {"gcrucible record: --trace is empty"}},
      {{"run", kTen, "--seed", "many"}, {"seed", "Try gcrucible run --help."}},
      {{"run", kTen, "--seed", "-1"}, {"seed"}},
      {{"run", kTen, "--timeout", "-1"}, {"--timeout takes a number from 0 to 1000000 seconds; 0: no limit"}},
      {{"run", kTen, "--timeout", "nan"},
       {"--timeout takes a number from 0 to 1000000 seconds; 0: no limit"}},
      {{"run", kTen, "--color", "blue"}, {"--color takes auto, always or never, not 'blue'"}},
      {{"explain", "bracket/*", "--color", "maybe"}, {"--color takes auto, always or never, not 'maybe'"}},
      {{"run", kTen, "-q", "-v"}, {"-q and -v contradict each other; remove one of them"}},
      {{"run", kTen, "--plant", "none"}, {"--plant has no fault 'none'; known are "}},
      {{"run", kTen, "--plant", "lost-objet"}, {"no fault 'lost-objet'", "did you mean \"lost-object\"?"}},
      {{"run", kTen, "--only", "moved/half-open"},
       {"no rule matches 'moved/half-open'; did you mean 'moved/half-open-range'?"}},
      {{"run", kTen, "--skip", "qqqqqqqqq"},
       {"no rule matches 'qqqqqqqqq', and none is near; gcrucible rules lists all"}},
      {{"run", kTen, "--env", "NOVALUE"}, {"--env takes NAME=VALUE"}},
      {{"run", kTen, "--report", "yaml=x"}, {"--report takes json=FILE, junit=FILE, sarif=FILE and github"}},
      {{"run", kTen, "--report", "junti=x"}, {"not 'junti=x'; did you mean 'junit'?"}},
      {{"run", kTen, "--runtime", "net1"},
       {"--runtime: there is no runtime \"net1\"; did you mean \"net10\"?"}},
      {{"run", kTen, "--runtime", kTen},
       {"ten-objects-move.yaml: error: this is a scenario, not a runtime; give the name of a runtime"}},
      {{"run", kTen, "--runtime", "/nowhere/mine.yaml"}, {"the runtime file cannot be read"}},
      {{"run", kTen, "--trace", "/nowhere/at/all.jsonl"},
       {"--trace: the folder '/nowhere/at' does not exist; make it first: mkdir -p '/nowhere/at'"}},
      {{"run", kTen, "--trace", kTen + "/x.jsonl"}, {"is not a folder"}},
      {{"run", kTen, "--report", "json=/nowhere/report.json"},
       {"--report: the folder '/nowhere' does not exist"}},
      {{"run", kTen, "--report", "json=/proc/report.json"},
       {"--report: /proc/report.json: cannot be made: ", "; name another file"}},
      {{"test", "--cases", "1", "--report", "html=/proc/report.html"},
       {"--report: /proc/report.html: cannot be made: ", "; name another file"}},
      {{"test", "--forget", "--findings", "here"}, {"--findings excludes --forget; remove one of them"}},
      {{"explore", kTen, "--switches", "-1"}, {"--switches takes a number from 0 to 64, not '-1'"}},
      {{"run", kTen, kTen, "--trace", "file"}, {"--trace must name a folder"}},
      {{"explain", "half-open"}, {"no rule matches 'half-open'; did you mean '*half-open*'?"}},
      {{"explain", "bracket/*", "moved/half"}, {"no rule matches 'moved/half'"}},
      {{"rules", "moved"}, {"no rule matches 'moved'; did you mean 'moved/*'?"}},
      {{"explain"}, {"RULE is missing; write gcrucible explain RULE\n"}},
  };
  for (const Wrong& wrong : table) check(wrong);
}

TEST_CASE("scenario: unreadable -> exit status 2 and the place of the mistake") {
  const Scratch scratch;
  check({{"run", scratch.path("absent.yaml")}, {"absent.yaml", "No such file"}});
  check({{"run", kTen, scratch.path("absent.yaml")},
         {"gcrucible run: there is no file or folder '", "absent.yaml'; check the path"}});
  check({{"run", scratch.folder()}, {"holds no scenario"}});
  check({{"run", scratch.write("typo.yaml", "scenario: x\nstep: []\n")}, {"typo.yaml:2:1: error", "steps"}});
  check({{"run", scratch.write("binary.yaml", std::string("\0\xff\x01", 3))}, {"binary.yaml"}});
  check(
      {{"run", in_build("/libgcrucible_recorder.so")},
       {"gcrucible run: '", "' is a library or a program, not a scenario; name a profiler with --profiler"}});
  check({{"run", scratch.write("mine.cpp", "int main() {\n}\n")},
         {"mine.cpp' does not end in .yaml; is it a scenario? A profiler's library is named by --profiler"}});
  check(
      {{"run", scratch.write("half.yaml", "scenario: x\nprofiler: {library: x.so}\nsteps: [{collect: 0}]\n")},
       {"half.yaml:2:21: error: the profiler has a library and no `clsid`; add `clsid:`"}});
  check({{"run", scratch.write("clsid.yaml", "scenario: x\nprofiler: {clsid: x}\nsteps: [{collect: 0}]\n")},
         {"clsid.yaml:2:19: error: the profiler has a `clsid` and no library"}});
  check({{"run", kTen, "--runtime", scratch.write("like.yaml", "runtime: mine\nlike: net10\n")},
         {"like.yaml:2:7: error: a runtime file has no `like`: it has every key itself"}});
  check({{"run", scratch.write("breaks.yaml",
                               "scenario: x\nsteps:\n  - collect: {generation: 0}\nexpect:\n  breaks: "
                               "[moved/half-open]\n")},
         {"breaks.yaml:5:", "there is no rule \"moved/half-open\"",
          "did you mean \"moved/half-open-range\"?"}});
}

TEST_CASE("profiler: not loadable -> exit status 2 and the reason") {
  const Scratch scratch;
  const std::string clsid = "{01234567-89AB-CDEF-0123-456789ABCDEF}";
  check({{"run", kTen, "--profiler", "x.so"}, {"--profiler is given without --clsid"}});
  check({{"run", kTen, "--clsid", clsid}, {"--clsid is given without --profiler"}});
  check({{"run", kTen, "--profiler", "x.so"},
         {"--profiler is given without --clsid", "CORECLR_PROFILER is set and is not used with --profiler"},
         {"CORECLR_PROFILER=" + clsid, "CORECLR_PROFILER_PATH=/x.so"}});
  check({{"run", kTen, "--clsid", clsid},
         {"--clsid is given without --profiler", "CORECLR_PROFILER_PATH is set and is not used with --clsid"},
         {"CORECLR_PROFILER_PATH=/x.so"}});
  check({{"run", kTen, "--profiler", scratch.path("absent.so"), "--clsid", clsid}, {"absent.so"}});
  check({{"run", kTen, "--profiler", kTen, "--clsid", clsid}, {"ten-objects-move.yaml"}});
  check({{"run", kTen, "--profiler", in_build("/libgcrucible_recorder.so"), "--clsid", "{123}"}, {"{123}"}});
  check({{"run", kTen, "--profiler", in_build("/libgcrucible_recorder.so"), "--clsid", clsid},
         {"CLASS_E_CLASSNOTAVAILABLE"}});
  check({{"run", kTen, "-q"},
         {"gcrucible run: the environment sets CORECLR_PROFILER, but CORECLR_PROFILER_PATH is missing; set "
          "CORECLR_PROFILER_PATH to the profiler's library, or unset CORECLR_PROFILER"},
         {"CORECLR_PROFILER=" + clsid}});
  check({{"run", kTen},
         {"the environment sets CORECLR_PROFILER_PATH, but CORECLR_PROFILER is missing"},
         {"CORECLR_PROFILER_PATH=/x.so"}});
  check({{"run", kTen},
         {"the environment sets CORECLR_PROFILER_PATH_64, but CORECLR_PROFILER is missing"},
         {"CORECLR_PROFILER_PATH_64=/x.so", "CORECLR_PROFILER="}});
  check({{"run", kTen},
         {"the profiler named by CORECLR_PROFILER and CORECLR_PROFILER_PATH: /x.so does not exist"},
         {"CORECLR_PROFILER_PATH=/x.so", "CORECLR_PROFILER=" + clsid}});
  check({{"run", kTen},
         {"the CLSID named by CORECLR_PROFILER and CORECLR_PROFILER_PATH: \"{12}\" is no CLSID"},
         {"CORECLR_PROFILER_PATH=/x.so", "CORECLR_PROFILER={12}"}});
  // Reported once, whatever the number of scenarios is.
  for (const std::vector<std::string>& half :
       {std::vector<std::string>{"--profiler", "x.so"}, {"--clsid", clsid}}) {
    std::vector<std::string> arguments{"run", kScenarios + "portable"};
    arguments.insert(arguments.end(), half.begin(), half.end());
    const Called refused = call(arguments);
    CHECK(refused.status == 2);
    CHECK(refused.out.empty());
    CHECK(std::ranges::count(refused.err, '\n') == 1);
  }
}

TEST_CASE("run: --profiler overrides a half-set CORECLR_PROFILER environment") {
  const Called run = call({"run", kTen, "--profiler", in_build("/libgcrucible_recorder.so"), "--clsid",
                           "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}", "-q"},
                          {"CORECLR_PROFILER=x", "GCRUCIBLE_RECORDER_OUT=/dev/null"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
}

TEST_CASE("run: a use of a dead object is reported with line and column and excerpt") {
  const Scratch scratch;
  const std::string dead = scratch.write("dead.yaml",
                                         "scenario: x\nsteps:\n  - allocate: {id: a, type: Object}\n"
                                         "  - collect: {generation: 0}\n  - root: a\n");
  check({{"run", dead},
         {dead + ":5:5: error: object \"a\" is already dead: a collection before this step found it "
                 "unreachable",
          "\n      5 |   - root: a\n        |     ^\n"}});
}

TEST_CASE("run: no rule checked -> the verdict says so") {
  const Called skipped = call({"run", kTen, "--skip", "*"});
  INFO(skipped.out << skipped.err);
  CHECK(skipped.status == 0);
  CHECK(contains(skipped.out, "PASS, but no rule was judged, because --only and --skip leave none\n"));
  CHECK_FALSE(contains(call({"run", kTen}).out, "PASS, but"));

  const Scratch scratch;
  const std::string idle = scratch.write("idle.yaml", "scenario: x\nsteps: [{collect: 0}]\n");
  const std::string all =
      "nothing was checked: no rule was judged, because --only and --skip leave none, and "
      "the scenario states no expectation";
  for (const char* flag : {"-v", "-q"}) {
    const Called run = call({"run", idle, "--skip", "*", flag}, {"COLUMNS=200"});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    CHECK(contains(run.out, all));
  }
  CHECK(contains(call({"run", idle, kTen, "--skip", "*", "-q"}, {"COLUMNS=240"}).out,
                 "2 of 2 passed, 2 without any check"));
  check({{"run", scratch.write("title.yaml", "scenario: only a title\n")},
         {"title.yaml:1:1: error: the key \"steps\" is missing", "without a step nothing would be checked"}});
}

TEST_CASE("run: CORECLR_PROFILER and CORECLR_PROFILER_PATH select the profiler") {
  const Called run = call({"run", kTen}, {"CORECLR_PROFILER={7d4a1c2e-93b0-4c5f-8e21-6f0b9a3d5c84}",
                                          "CORECLR_PROFILER_PATH=" + in_build("/cli_dying_profiler.so")});
  INFO(run.out << run.err);
  CHECK(contains(run.out,
                 "cli_dying_profiler.so\n          named by CORECLR_PROFILER and CORECLR_PROFILER_PATH\n"));
  CHECK(contains(run.out, "{7D4A1C2E-93B0-4C5F-8E21-6F0B9A3D5C84}"));
  CHECK(contains(run.out, "dying profiler: hello"));
}

TEST_CASE("rules/explain/schema/--version: each prints its output") {
  CHECK(call({"--version"}).out.starts_with("gcrucible 0."));
  CHECK(contains(call({"--version"}).out, "\ncommit "));
  CHECK(contains(call({"--version"}).out, "\nbuild "));
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
  const Called several = call({"explain", "bracket/basic-gc-bound", "moved/h*"});
  CHECK(several.status == 0);
  CHECK(contains(several.out, "bracket/basic-gc-bound"));
  CHECK(contains(several.out, "moved/half-open-range"));
  // Each once, however often it matches, in the order of the catalogue.
  CHECK(call({"explain", "moved/half-open-range", "moved/h*", "bracket/basic-gc-bound"}).out == several.out);
  const Called two = call({"rules", "moved/*", "bracket/*"});
  CHECK(contains(two.out, "moved/half-open-range"));
  CHECK(contains(two.out, "bracket/basic-gc-bound"));
  CHECK_FALSE(contains(two.out, "survivors/"));
  CHECK(nlohmann::json::parse(call({"schema"}).out).at("title").is_string());
  const Scratch scratch;
  const std::string folder = scratch.path("pages");
  CHECK(call({"rules", "--markdown", folder}).status == 0);
  CHECK(text_of_file(folder + "/moved.md") == text_of_file(in_source("/docs/rules/moved.md")));
  CHECK(call({"rules", "--markdown", scratch.write("file", "") + "/pages"}).status == 2);
}

TEST_CASE("run: a full literal range -> the allocation is reported with its place") {
  const Scratch scratch;
  const std::string head =
      "scenario: full\nheap:\n  backing: none\n  ranges: [{generation: 0, start: 100, length: 10}]\n"
      "types: {Cell: {size: 4}}\nsteps:\n  - allocate: {id: a, type: Cell}\n"
      "  - allocate: {id: b, type: Cell}\n";
  const std::string file = scratch.write("full.yaml", head + "  - allocate: {id: c, type: Cell}\n");
  const Called full = call({"run", file});
  INFO(full.out << full.err);
  CHECK(full.status == 2);
  CHECK(contains(full.err, file + ":9:5: error: the object fits into no literal range of its generation: the "
                                  "longest free part has 2 bytes; lengthen a range"));
  // A generation without a literal range has its own range.
  CHECK(call({"run", "-q", scratch.write("promoted.yaml", head + "  - root: a\n  - collect: 0\n")}).status ==
        0);
}

}  // namespace gcrucible::tests
