// `gcrucible run` from the outside: what it says, what it leaves, what it exits with.
#include <nlohmann/json.hpp>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

const std::string kTen = kScenarios + "ten-objects-move.yaml";
const std::string kPrinted = kScenarios + "ten-objects-printed-table.yaml";
const std::string kDying = GCRUCIBLE_BIN_DIR "/cli_dying_profiler.so";
const std::string kDyingClsid = "{7D4A1C2E-93B0-4C5F-8E21-6F0B9A3D5C84}";

Called die(const char* way, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{
      "run", kTen, "--profiler", kDying, "--clsid", kDyingClsid, "--env", std::string("CLI_TEST_DIE=") + way};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return call(arguments);
}

// The line behind "replay" in a finding.
std::string replay_of(const std::string& text) {
  const std::size_t head = text.find("  replay ");
  REQUIRE(head != std::string::npos);
  const std::size_t begin = text.find('/', head);
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("the documented move is shown and passes") {
  const Called run = call({"run", kTen});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK(contains(run.out, "before gen 0    │08│09░│10   │12│13░░░│15│16│17│18│19░│\n"));
  CHECK(contains(run.out, "after  gen 1 │08│10    │12│15│16│17│18│\n"));
  CHECK(contains(run.out, "  before   8   9  10  12  13  15  16  17  18  19\n"));
  CHECK(contains(run.out, "      2    moved         10          8       3  10 12\n"));
  CHECK(contains(run.out, "0 broken"));
  CHECK(run.out.ends_with("PASS\n"));
}

TEST_CASE("the README shows what a run prints") {
  const std::string readme = text_of_file(GCRUCIBLE_SOURCE_DIR "/README.md");
  const std::size_t begin = readme.find("  gen 0, compacted\n");
  REQUIRE(begin != std::string::npos);
  const std::string picture = readme.substr(begin, readme.find("\n...\n", begin) - begin);
  CHECK(contains(call({"run", kTen}).out, picture));
}

TEST_CASE("the first lines say what is run") {
  const Called run = call({"run", kTen, "--seed", "7", "--skip", "masks/*"});
  CHECK(run.out.starts_with("gcrucible 0."));
  const std::string first = run.out.substr(0, run.out.find("\ncollection"));
  CHECK(contains(first, "runtime net10, engine simulated, seed 7\n"));
  CHECK(contains(first, "libgcrucible_recorder.so (gcrucible's own recorder, because none is named)"));
  CHECK(contains(first, "sha256 "));
  CHECK(contains(first, "not default: --seed 7 --skip 'masks/*'\n"));
  CHECK(contains(first, "scenario  " + kTen));
}

TEST_CASE("the printed table breaks the rules that its scenario names") {
  const Called run = call({"run", kPrinted});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "broken as expected moved/half-open-range"));
  CHECK(contains(run.out, "told            └1─┘   └──2──┘?"));
}

TEST_CASE("a planted fault is found, and its finding replays from any folder") {
  const Scratch scratch;
  std::filesystem::copy_file(kScenarios + "ten-objects-in-memory.yaml",
                             scratch.path("a scenario's copy.yaml"));
  const Called run = call({"run", "a scenario's copy.yaml", "--plant", "wrong-offset"}, {}, scratch.folder());
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "BROKEN moved/mapping"));
  CHECK(contains(run.out, "THE SECOND TRAVERSAL FOUND"));
  CHECK(contains(run.out, "EXPECTATIONS FAILED"));
  CHECK(contains(run.out, "history  object"));
  CHECK(run.out.ends_with("BROKEN  (exit status 1)\n"));
  const Called again = call_program({"/bin/sh", "-c", replay_of(run.out)}, {}, "/");
  INFO(again.out << again.err);
  CHECK(again.status == 1);
  CHECK(contains(again.out, "BROKEN moved/mapping"));
}

TEST_CASE("a profiler that dies is a finding with its place") {
  SECTION("by a signal") {
    const Called run = die("crash");
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out, "THE PROFILER DIED: SIGSEGV"));
    CHECK(contains(run.out, "Inside callback MovedReferences2"));
    CHECK(contains(run.out, "dying profiler: hello"));
    CHECK(contains(run.out, "replay"));
    // The plan is known although its end was not reached.
    CHECK(contains(run.out, "  as planned; the heap afterwards was not told\n"));
    CHECK(contains(run.out, "told         └1─┘   └───2────┘"));
    CHECK(contains(run.out, "not compared, because the profiler did not live"));
  }
  SECTION("by exit") {
    const Called run = die("exit");
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out, "exit code 7"));
  }
  SECTION("by an exception") {
    const Called run = die("throw");
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out, "THE PROFILER DIED"));
  }
  SECTION("by not coming back") {
    const Called run = die("hang", {"--timeout", "1"});
    INFO(run.out << run.err);
    CHECK(run.status == 4);
    CHECK(contains(run.out, "THE PROFILER HUNG: timeout after 1 s"));
    CHECK(contains(run.out, "HUNG  (exit status 4)"));
    CHECK(contains(run.out, "Inside callback MovedReferences2"));
  }
  SECTION("before it lived") {
    const Called run = die("refuse");
    INFO(run.out << run.err);
    CHECK(run.status == 2);
    CHECK(contains(run.err, "E_FAIL"));
  }
}

TEST_CASE("of several scenarios all are run and the worst counts") {
  const Scratch scratch;
  const std::string broken = scratch.write("broken.yaml", "scenario: x\nsteps: 5\n");
  const Called run = call({"run", "--quiet", kTen, broken, kPrinted});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "broken.yaml:2:"));
  CHECK(contains(run.out, "pass       " + kTen));
  CHECK(contains(run.out, "bad input  " + broken));
  CHECK(contains(run.out, "  2 of 3 passed; the worst is 'bad input' (exit status 2"));
}

TEST_CASE("a folder stands for its scenarios") {
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

TEST_CASE("the same run gives the same trace, byte for byte") {
  const Scratch scratch;
  const std::string scenario = kScenarios + "ten-objects-split-and-shuffled.yaml";
  for (const char* const name : {"a", "b"}) {
    CHECK(call({"run", "-q", scenario, "--seed", "9", "--trace", scratch.path(name)}).status == 0);
  }
  CHECK_FALSE(text_of_file(scratch.path("a")).empty());
  CHECK(text_of_file(scratch.path("a")) == text_of_file(scratch.path("b")));
}

TEST_CASE("reports are written for other programs") {
  const Scratch scratch;
  const Called run = call({"run", "-q", kTen, kPrinted, "--report",
                           "json=" + scratch.path("r.json") + ",junit=" + scratch.path("r.xml")});
  CHECK(run.status == 0);
  const auto json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
  CHECK(json.at("runs").size() == 2);
  CHECK(json.at("runs").at(1).at("result") == "pass");
  CHECK(contains(text_of_file(scratch.path("r.xml")), "tests=\"2\" failures=\"0\" errors=\"0\""));
}

TEST_CASE("only the rules that are selected are judged") {
  const Called run = call({"run", "-q", kPrinted, "--only", "bracket/*"});
  INFO(run.out << run.err);
  // The breaks that the scenario means are of rules that nobody judges now.
  CHECK(run.status == 0);
}

TEST_CASE("pictures are ASCII where the locale is, and coloured where it is asked for") {
  const Called ascii = call({"run", kTen}, {"LANG=C"});
  CHECK(contains(ascii.out, "before gen 0    |08|09x|10   |12|13xxx|15|16|17|18|19x|\n"));
  for (const char c : ascii.out) REQUIRE(static_cast<unsigned char>(c) < 0x80);
  CHECK_FALSE(contains(ascii.out, "\x1b"));
  CHECK(contains(call({"run", kTen, "--color", "always"}).out, "\x1b["));
}

TEST_CASE("a reader that goes away is no crash") {
  const std::string line = "'" + kProgram + "' run '" + kTen + "' | head -n 1; exit ${PIPESTATUS[0]}";
  const Called run = call_program({"/bin/bash", "-c", line});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
}

}  // namespace gcrucible::tests
