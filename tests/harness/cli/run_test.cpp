// `gcrucible run` from the outside: its output, its files, its exit status.
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

const std::string kPrinted = kScenarios + "ten-objects-printed-table.yaml";
// The line after "replay" in a finding.
std::string replay_of(const std::string& text) {
  const std::size_t head = text.find("  replay ");
  REQUIRE(head != std::string::npos);
  const std::size_t begin = text.find('/', head);
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("run: ten-objects-move prints the documented move and passes") {
  const Called run = call({"run", kTen});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK(contains(run.out, "before gen 0    │08│09░│10   │12│13░░░│15│16│17│18│19░│\n"));
  CHECK(contains(run.out, "after  gen 1 │08│10    │12│15│16│17│18│\n"));
  CHECK(contains(run.out, "  before   8   9  10  12  13  15  16  17  18  19\n"));
  CHECK(contains(run.out, "      2   moved         10          8       3  10 12\n"));
  CHECK(contains(run.out, "0 broken"));
  CHECK(run.out.ends_with("PASS\n"));
}

TEST_CASE("README: shows exactly the output of a run") {
  const std::string readme = text_of_file(in_source("/README.md"));
  const std::size_t begin = readme.find("collection 1, line ");
  REQUIRE(begin != std::string::npos);
  const std::string picture = readme.substr(begin, readme.find("\n...\n", begin) - begin);
  const std::string out = call({"run", kTen}).out;
  CHECK(contains(out, picture));
  const std::size_t verdict = readme.find("\nverdict\n", begin);
  REQUIRE(verdict != std::string::npos);
  // The number of rules changes whenever a rule gets a checker.
  const auto uncounted = [](const std::string& text) {
    return std::regex_replace(text, std::regex("[0-9]+ (kept|not judged)"), "N $1");
  };
  CHECK(contains(uncounted(out),
                 uncounted(readme.substr(verdict, readme.find("PASS\n", verdict) + 5 - verdict))));
}

TEST_CASE("run: an old callback interface is named, and what it misses") {
  const std::string clsid = "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}";
  const auto run = [&](const std::string& library, const std::string& variable) {
    return call({"run", kTen, "--profiler", in_build(library), "--clsid", clsid, "--env", variable},
                {"COLUMNS=1000"})
        .out;
  };
  CHECK_FALSE(contains(run("/libgcrucible_lifetime.so", "A=B"), "\n  interface "));
  const std::string old = run("/libgcrucible_faulty.so", "GCRUCIBLE_FAULT=saturated-is-exact");
  INFO(old);
  CHECK(
      contains(old, "\n  interface     ICorProfilerCallback3; MovedReferences2, SurvivingReferences2 and "));
}

TEST_CASE("run: a call after Shutdown has the line of the step that shuts down") {
  const Scratch scratch;
  const std::string file = scratch.write("shut.yaml",
                                         "scenario: asks after Shutdown\n"
                                         "steps:\n"
                                         "  - shutdown: now\n");
  const Called run = call({"run", "-q", file, "--profiler", in_build("/libgcrucible_faulty.so"), "--clsid",
                           "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}", "--env", "GCRUCIBLE_FAULT=asks-at-exit",
                           "--only", "life/nothing-after-shutdown"},
                          {"COLUMNS=1000"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "shut.yaml:3 or later, outside any collection"));
  CHECK(contains(run.out, " on native thread "));
  CHECK(contains(run.out, ", after Shutdown has returned.\n"));
}

TEST_CASE("run: the header names runtime and seed and profiler and options") {
  const Called run = call({"run", kTen, "--seed", "7", "--skip", "masks/*"});
  CHECK(run.out.starts_with("gcrucible 0."));
  const std::string first = run.out.substr(0, run.out.find("\ncollection"));
  CHECK(contains(first, "runtime net10, engine simulated, seed 7\n"));
  CHECK(contains(first,
                 "libgcrucible_recorder.so\n          gcrucible's own recorder, because none is named\n"));
  // Twelve digits of the hash are enough to distinguish builds.
  const std::size_t hash = first.find("sha256 ");
  REQUIRE(hash != std::string::npos);
  CHECK(first.find(',', hash) == hash + 7 + 12);
  CHECK(contains(first, "not default: --seed 7 --skip 'masks/*'\n"));
  CHECK(contains(first, "scenario  " + kTen));
}

TEST_CASE("run: ten-objects-printed-table violates exactly the rules it names") {
  const Called run = call({"run", kPrinted});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "broken as expected moved/half-open-range"));
  CHECK(contains(run.out, "reported        └1─┘   └──2──┘?"));
}

TEST_CASE("run: lines are those of the scenario unless a trace is kept") {
  const Called run = call({"run", kPrinted}, {"COLUMNS=200"});
  INFO(run.out << run.err);
  CHECK(contains(run.out, "  where    " + kPrinted + ":28, collection 1, MovedReferences2 at"));
  CHECK(contains(run.out, "  history  \"12\": allocated at 12 in gen 0 (line 19); moved from 12 to 10"));
  CHECK_FALSE(contains(run.out, "of the trace"));

  const Scratch scratch;
  const Called kept = call({"run", kPrinted, "--trace", scratch.path("t.jsonl")}, {"COLUMNS=200"});
  CHECK(contains(kept.out, "  where    collection 1, line 54 of the trace, MovedReferences2 at index 1"));
  CHECK(contains(kept.out, "  history  \"12\" (object 3 of the trace): allocated at 12 in gen 0 (line 28)"));
}

TEST_CASE("expect: a failure names a line of the trace only if the trace is kept") {
  const Scratch scratch;
  scratch.write("s.yaml",
                "scenario: a\nsteps:\n  - allocate: {id: a, type: System.Object}\n"
                "  - ask: {call: GetObjectSize2, object: a, expect: {hr: E_FAIL}}\n");
  const Called run = call({"run", "-q", "s.yaml"}, {}, scratch.folder());
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "expected GetObjectSize2 to return E_FAIL"));
  CHECK_FALSE(contains(run.out, " of the trace"));
  const Called kept = call({"run", "-q", "s.yaml", "--trace", "t.jsonl"}, {}, scratch.folder());
  CHECK(contains(kept.out, " of the trace)"));
}

TEST_CASE("run --plant: the fault is found and its replay command works in any folder") {
  const Scratch scratch;
  std::filesystem::copy_file(kScenarios + "ten-objects-in-memory.yaml",
                             scratch.path("a scenario's copy.yaml"));
  const Called run = call({"run", "a scenario's copy.yaml", "--plant", "wrong-offset"}, {}, scratch.folder());
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "BROKEN moved/mapping"));
  CHECK(contains(run.out, "THE SECOND TRAVERSAL FOUND"));
  CHECK(contains(run.out, "EXPECTATIONS FAILED"));
  CHECK(contains(run.out, "history  \"o"));
  CHECK(run.out.ends_with("BROKEN  (exit status 1)\n"));
  const Called again = call_program({"/bin/sh", "-c", replay_of(run.out)}, {}, "/");
  INFO(again.out << again.err);
  CHECK(again.status == 1);
  CHECK(contains(again.out, "BROKEN moved/mapping"));
}

TEST_CASE("expect: a failure shows expected and actual and its place") {
  const Scratch scratch;
  const std::string scenario = scratch.write("s.yaml",
                                             "scenario: The middle of a list dies\n"
                                             "types: {Node: {fields: {next: ref}}}\n"
                                             "steps:\n"
                                             "  - allocate: {id: b, type: Node}\n"
                                             "  - allocate: {id: a, type: Node}\n"
                                             "  - root: {id: head, object: a}\n"
                                             "  - collect: {generation: 0, expect: {alive: [a, b]}}\n");
  const Called run = call({"run", scenario}, {"COLUMNS=80"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "s.yaml:7:50: collection 1: expected \"b\" to live,"));
  CHECK(contains(run.out,
                 "      7 |   - collect: {generation: 0, expect: {alive: [a, b]}}\n"
                 "        |                                                  ^\n"));
}

TEST_CASE("expect: an object that should have died -> the root that holds it is named") {
  const Scratch scratch;
  const std::string scenario = scratch.write("s.yaml",
                                             "scenario: x\nsteps:\n"
                                             "  - allocate: {id: a, type: Object}\n"
                                             "  - root: {id: head, object: a}\n"
                                             "  - collect: {generation: 0, expect: {dead: [a]}}\n");
  const Called run = call({"run", scenario}, {"COLUMNS=200"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "expected \"a\" to die, but it lives, at "));
  CHECK(contains(run.out, ", and a root holds it (stack)"));
}

TEST_CASE("run: lines fit the terminal width except those with paths") {
  for (const char* const columns : {"60", "80", "120"}) {
    for (const char* const locale : {"LC_ALL=C.UTF-8", "LC_ALL=C"}) {
      const Called run = call({"run", "fixtures/scenarios/ten-objects-printed-table.yaml",
                               "fixtures/scenarios/ten-objects-in-memory.yaml", "-v"},
                              {std::string("COLUMNS=") + columns, locale}, in_source(""));
      CHECK(run.status == 0);
      const std::size_t most = std::stoul(columns);
      std::istringstream lines(run.out);
      for (std::string line; std::getline(lines, line);) {
        std::size_t width = 0;
        for (const char c : line) width += (static_cast<unsigned char>(c) & 0xC0u) == 0x80u ? 0 : 1;
        INFO(columns << " " << locale << ": " << line);
        CHECK((width <= most || contains(line, "/")));
      }
      CHECK(contains(run.out, "scenario  fixtures/scenarios/ten-objects-in-memory.yaml\n"));
      CHECK(contains(run.out, "  pass       fixtures/scenarios/ten-objects-in-memory.yaml"));
    }
  }
}

TEST_CASE("run -v: the Info calls of the profiler are counted by method") {
  const Called run = call({"run", "-v", kTen, "--env", "GCRUCIBLE_RECORDER_ASK=2"}, {"COLUMNS=1000"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "\n    Info calls of the profiler:\n      "));
  CHECK(contains(run.out, "SetEventMask"));
  CHECK_FALSE(contains(call({"run", kTen, "--env", "GCRUCIBLE_RECORDER_ASK=2"}).out, "Info calls of"));
}

TEST_CASE("run: several scenarios -> all are run and the worst status is returned") {
  const Scratch scratch;
  const std::string broken = scratch.write("broken.yaml", "scenario: x\nsteps: 5\n");
  const Called run = call({"run", "--quiet", kTen, broken, kPrinted});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "broken.yaml:2:"));
  // -q prints only what fails.
  CHECK_FALSE(contains(run.out, kTen));
  CHECK(contains(run.out, "bad input  " + broken));
  // The summary does not repeat passed scenarios.
  const std::string summary = run.out.substr(run.out.find("\nsummary\n"));
  CHECK_FALSE(contains(summary, kTen));
  CHECK(contains(summary, "  bad input  " + broken));
  CHECK(contains(run.out, "  2 of 3 passed; the worst is 'bad input' (exit status 2"));
}

TEST_CASE("run: a folder stands for all its scenarios") {
  const Scratch scratch;
  std::filesystem::copy_file(kTen, scratch.path("one.yaml"));
  std::filesystem::copy_file(kPrinted, scratch.path("two.yaml"));
  scratch.write("notes.txt", "not a scenario");
  std::filesystem::create_directory(scratch.path("traces"));
  const Called run = call({"run", "-q", scratch.folder(), "--trace", scratch.path("traces")});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "2 of 2 passed"));
  CHECK(text_of_file(scratch.path("traces/one.jsonl")).starts_with("{\"gcrucible_trace\":1"));
  CHECK(std::filesystem::exists(scratch.path("traces/two.jsonl")));
}

TEST_CASE("a folder stands for the scenarios of the folders below it too") {
  const Scratch scratch;
  for (const char* const folder : {"all/b/c", "all/.hidden", "all/empty", "traces"})
    std::filesystem::create_directories(scratch.path(folder));
  for (const char* const file : {"all/z.yaml", "all/b/z.yaml", "all/b/c/a.yml", "all/.hidden/a.yaml"})
    std::filesystem::copy_file(kTen, scratch.path(file));
  // It would go on without end if links were followed.
  std::filesystem::create_directory_symlink(scratch.path("all"), scratch.path("all/b/link"));
  const Called run = call({"run", "-q", "all", "--trace", "traces"}, {"COLUMNS=200"}, scratch.folder());
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(run.out == "\nsummary\n  3 of 3 passed\n");
  // Two of one name do not share a trace.
  for (const char* const trace : {"traces/z.jsonl", "traces/b/z.jsonl", "traces/b/c/a.jsonl"})
    CHECK(text_of_file(scratch.path(trace)).starts_with("{\"gcrucible_trace\":1"));
  const Called check = call({"check", "-q", "traces"}, {"COLUMNS=200"}, scratch.folder());
  INFO(check.out << check.err);
  CHECK(check.status == 0);
  CHECK(contains(check.out, "3 of 3 passed"));

  CHECK(contains(call({"run", "-q", "all/empty"}, {"COLUMNS=200"}, scratch.folder()).err,
                 "the folder all/empty holds no scenario (*.yaml)"));
}

TEST_CASE("run: the same scenario and seed give the same trace byte for byte") {
  const Scratch scratch;
  const std::string scenario = kScenarios + "ten-objects-split-and-shuffled.yaml";
  for (const char* const name : {"a", "b"}) {
    CHECK(call({"run", "-q", scenario, "--seed", "9", "--trace", scratch.path(name)}).status == 0);
  }
  CHECK_FALSE(text_of_file(scratch.path("a")).empty());
  CHECK(text_of_file(scratch.path("a")) == text_of_file(scratch.path("b")));
}

TEST_CASE("run --report: JSON and JUnit files are written") {
  const Scratch scratch;
  const Called run = call({"run", "-q", kTen, kPrinted, "--report",
                           "json=" + scratch.path("r.json") + ",junit=" + scratch.path("r.xml")});
  CHECK(run.status == 0);
  const auto json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
  CHECK(json.at("runs").size() == 2);
  CHECK(json.at("runs").at(1).at("result") == "pass");
  CHECK(contains(text_of_file(scratch.path("r.xml")),
                 "name=\"gcrucible run\" tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"0\""));
}

TEST_CASE("run: --only limits the checked rules") {
  const Called run = call({"run", "-q", kPrinted, "--only", "bracket/*"});
  INFO(run.out << run.err);
  // The scenario's deliberate violations are of rules that are not judged now.
  CHECK(run.status == 0);
}

TEST_CASE("run: pictures are ASCII under LANG=C and coloured with --color always") {
  const Called ascii = call({"run", kTen}, {"LANG=C"});
  CHECK(contains(ascii.out, "before gen 0    |08|09.|10   |12|13...|15|16|17|18|19.|\n"));
  for (const char c : ascii.out) REQUIRE(static_cast<unsigned char>(c) < 0x80);
  CHECK_FALSE(contains(ascii.out, "\x1b"));
  CHECK(contains(call({"run", kTen, "--color", "always"}).out, "\x1b["));
}

TEST_CASE("expect: under another runtime all expectations are counted as not compared") {
  const auto between = [](const std::string& text, const std::string& from, const std::string& to) {
    const std::size_t begin = text.find(from);
    REQUIRE(begin != std::string::npos);
    return text.substr(begin + from.size(), text.find(to, begin) - begin - from.size());
  };
  for (const char* const name : {"ten-objects-move.yaml", "ten-objects-printed-table.yaml",
                                 "ten-objects-in-memory.yaml", "gc/sweeping-moves-nothing.yaml"}) {
    const std::string met =
        between(call({"run", kScenarios + name}).out, "  expectations  ", " met, 0 failed");
    const std::string out = call({"run", kScenarios + name, "--runtime", "documented"}).out;
    INFO(name);
    CHECK(between(out, "  expectations  ", "\n") == "not compared in this run (" + met + " stated)");
  }
}

TEST_CASE("expect: ones that depend on runtime settings are not compared without them") {
  const std::string scenario = kScenarios + "broken/ranges/family-of-mode.yaml";
  REQUIRE(std::filesystem::exists(scenario));
  CHECK(contains(call({"run", scenario}).out, " met, 0 failed\n"));
  for (const char* const seed : {"1", "2", "3"}) {
    const Called run = call({"run", scenario, "--runtime", "documented", "--seed", seed}, {"COLUMNS=200"});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    CHECK(contains(run.out, "they are written for runtime documented with the scenario's own settings"));
  }
}

TEST_CASE("output: a full standard output -> exit status 2") {
  for (const std::string& command : {"run '" + kTen + "'", std::string("rules"), std::string("--help")}) {
    const Called run = call_program({"/bin/sh", "-c", "'" + kProgram + "' " + command + " >/dev/full"});
    INFO(command);
    CHECK(run.status == 2);
    CHECK(contains(run.err, "standard output could not be written"));
  }
}

TEST_CASE("output: a closed pipe is not a crash") {
  const std::string line = "'" + kProgram + "' run '" + kTen + "' | head -n 1; exit ${PIPESTATUS[0]}";
  const Called run = call_program({"/bin/bash", "-c", line});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
}

}  // namespace gcrucible::tests
