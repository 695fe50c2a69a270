// Typing errors and wrong names are reported as what they are, where they are, and once.
#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

const std::string kRecorder = in_build("/libgcrucible_recorder.so");
const std::string kClsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}";
const platform::Environment kWide{"COLUMNS=250"};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

struct Traced {
  Scratch scratch;
  std::string path = scratch.path("t.jsonl");
  std::string text;
  Traced() {
    REQUIRE(call({"run", "-q", kTen, "--trace", path}).status == 0);
    text = text_of_file(path);
  }
};

}  // namespace

TEST_CASE("check: text in place of a number is a damaged trace and not a violation") {
  const Traced traced;
  const std::string bad =
      traced.scratch.write("bad.jsonl", replaced(traced.text, R"("ranges":[[8,)", R"("ranges":[["x",)"));
  const Called check = call({"check", bad});
  INFO(check.out << check.err);
  CHECK(check.status == 2);
  CHECK(contains(check.err,
                 "\"ranges\" of MovedReferences2 is not an array of [number, number, number] or null; "));
}

TEST_CASE("suspend: each reason violates exactly the rule in the language reference") {
  const std::string reference = text_of_file(in_source("/docs/reference/scenarios/keys.md"));
  const Scratch scratch;
  const std::string gc = "GCRUCIBLE_RECORDER_MASK=MONITOR_GC|MONITOR_SUSPENDS";
  const std::string basic = "GCRUCIBLE_RECORDER_MASK=MONITOR_SUSPENDS|HIGH_BASIC_GC";
  struct Reason {
    std::string word, rule;
    bool not_in_first = false;
  };
  const std::vector<Reason> reasons = {{"other", ""},
                                       {"for-gc", ""},
                                       {"appdomain-shutdown", ""},
                                       {"code-pitching", "suspension/no-code-pitching", true},
                                       {"shutdown", ""},
                                       {"inproc-debugger", ""},
                                       {"gc-prep", ""},
                                       {"rejit", ""},
                                       {"profiler", "suspension/for-profiler"}};
  for (const Reason& reason : reasons) {
    if (!reason.rule.empty()) CHECK(contains(reference, "`" + reason.word + "` " + reason.rule));
    for (const std::string runtime : {"net10", "documented", "netfx1.1"}) {
      const std::string file = scratch.write(
          "s.yaml", "scenario: x\nruntime: " + runtime + "\nsteps:\n  - suspend: " + reason.word + "\n");
      for (const std::string& mask : {gc, basic}) {
        const Called run = call({"run", "-q", file, "--env", mask}, kWide);
        INFO(reason.word << " " << runtime << " " << mask << "\n" << run.out);
        const bool breaks = !reason.rule.empty() && (runtime != "netfx1.1" || !reason.not_in_first);
        CHECK(run.status == (breaks ? 1 : 0));
        CHECK(contains(run.out, "BROKEN " + reason.rule + " (") == breaks);
      }
    }
  }
}

TEST_CASE("check: an unknown runtime -> only the rules of every runtime are checked") {
  const Traced traced;
  const std::string other = traced.scratch.write(
      "other.jsonl", replaced(traced.text, R"("runtime":"net10")", R"("runtime":"net77")"));
  const Called check = call({"check", other}, kWide);
  INFO(check.out << check.err);
  CHECK(contains(check.out, "the trace names a runtime 'net77', for which gcrucible has no rules"));
  CHECK(contains(check.out, "PASS, but by the rules of every runtime only\n"));
  CHECK(contains(call({"check", "-q", other}, kWide).out, "'net77'"));
  CHECK_FALSE(contains(call({"check", "--runtime", "net10", other}, kWide).out, "every runtime"));
  CHECK(contains(call({"compare", other, traced.path}, kWide).out, "does not know, 'net77'"));
  CHECK_FALSE(contains(call({"check", traced.path}, kWide).out, "every runtime"));
}

TEST_CASE("run: no expectation compared -> the pass says so and --strict fails") {
  const std::string scenario = kScenarios + "gc/contents-survive-a-move.yaml";
  const Called run = call({"run", "-q", scenario, "--runtime", "documented"}, kWide);
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "no expectation was compared ("));
  const Called strict = call({"run", "-q", "--strict", scenario, "--runtime", "documented"}, kWide);
  INFO(strict.out << strict.err);
  CHECK(strict.status == 1);
  CHECK(contains(strict.out, "NO EXPECTATION WAS COMPARED  (exit status 1, because of --strict)\n"));
  CHECK(call({"run", "-q", "--strict", scenario}).status == 0);
}

TEST_CASE("run --trace: a file size limit is reported and no partial file is left") {
  const Scratch scratch;
  const Called run = call_program(
      {"/bin/sh", "-c", "ulimit -f 1; exec \"$0\" run -q \"$1\" --trace t.jsonl", kProgram, kTen}, {},
      scratch.folder());
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "cannot be"));
  CHECK(std::filesystem::is_empty(scratch.folder()));
}

TEST_CASE("scenario: a wrong profiler library or CLSID is reported at its place") {
  const Scratch scratch;
  const auto reported = [&](const std::string& profiler) {
    const std::string path = scratch.write("s.yaml", "scenario: x\n" + profiler + "steps: [{collect: 0}]\n");
    const Called run = call({"run", "-q", path}, kWide);
    INFO(run.out << run.err);
    CHECK(run.status == 2);
    return replaced(run.err, path, "s.yaml");
  };
  CHECK(
      contains(reported("profiler: {library: none.so, clsid: nonsense}\n"), "s.yaml:2:37: error: the CLSID"));
  CHECK(contains(reported("profiler: {library: none.so, clsid: \"" + kClsid + "\"}\n"),
                 "s.yaml:2:21: error: the profiler named by the scenario"));
  CHECK(contains(
      reported("profiler: {library: " + kRecorder + ", clsid: \"{00000000-0000-0000-0000-000000000001}\"}\n"),
      "It comes from `profiler: {clsid: ...}` of the scenario"));
  CHECK(contains(
      reported("profiler: {library: " + kRecorder + ", clsid: \"{00000000-0000-0000-0000-000000000001}\"}\n"),
      "s.yaml:2:21: error: DllGetClassObject refused the CLSID"));
}

TEST_CASE("profiler: too new for the runtime -> scenario and interface are named") {
  const Scratch scratch;
  const std::string path =
      scratch.write("old.yaml", "scenario: x\nruntime: netfx1.1\nsteps: [{collect: 0}]\n");
  const std::string library = in_build("/cli_careless_profiler.so");
  const Called run =
      call({"run", path, "--profiler", library, "--clsid", "{2B8E6A14-70D5-4E0C-A3F1-9C5D7E2B4A60}"}, kWide);
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "old.yaml: "));
  CHECK(contains(run.err, "netfx1.1"));
  CHECK(contains(run.err, "netfx1.1 has ICorProfilerInfo and no newer one"));
}

TEST_CASE("run --profiler: a missing file is reported once for many scenarios") {
  const Called run = call({"run", kScenarios, "--profiler", "nowhere.so", "--clsid", kClsid});
  CHECK(run.status == 2);
  CHECK(count_of(run.out + run.err, "nowhere.so does not exist") == 1);
}

TEST_CASE("run --profiler: a truncated library is refused as incomplete") {
  const Scratch scratch;
  const std::string half = scratch.write("half.so", text_of_file(kRecorder).substr(0, 3000));
  const Called run = call({"run", "-q", kTen, "--profiler", half, "--clsid", kClsid}, kWide);
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "half.so is incomplete: it is shorter than its ELF header requires"));
}

TEST_CASE("run --trace: an unwritable path is reported as typed") {
  const Called run = call({"run", "-q", kTen, "--trace", "/proc/x.jsonl"}, kWide);
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, ": /proc/x.jsonl: cannot be made"));
}

TEST_CASE("run: an empty scenario name is refused") {
  const Called run = call({"run", ""});
  CHECK(run.status == 2);
  CHECK(contains(run.err, "the name of a scenario is empty"));
}

TEST_CASE("check: a trace without a complete first line is refused") {
  const Traced traced;
  std::string flat = traced.text;
  std::erase(flat, '\n');
  const Called check = call({"check", traced.scratch.write("flat.jsonl", flat)});
  INFO(check.out << check.err);
  CHECK(check.status == 2);
  CHECK(check.out.empty());
  CHECK(contains(check.err, "the first line breaks off or has no line feed"));
  const std::string cut = traced.scratch.write("cut.jsonl", traced.text.substr(0, traced.text.size() / 2));
  CHECK(contains(call({"compare", cut, traced.path}).err, "compare takes complete traces only"));
}

TEST_CASE("check: -q with -v and an invalid --findings are refused") {
  const Traced traced;
  CHECK(contains(call({"check", "-q", "-v", traced.path}).err, "contradict each other"));
  for (const char* const number : {"abc", "-1"}) {
    const Called check = call({"check", "--findings", number, traced.path});
    INFO(check.err);
    CHECK(check.status == 2);
    CHECK(contains(check.err, std::string("--findings takes a number from 0, not '") + number));
  }
}

TEST_CASE("attach: a refused one -> the message says what to write instead") {
  const Scratch scratch;
  const Called run = call(
      {"run", "-q", scratch.write("s.yaml", "scenario: x\nsteps: [{attach: {client-data: x}}]\n")}, kWide);
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "CORPROF_E_PROFILER_ALREADY_ACTIVE"));
  CHECK(contains(run.err, "write `profiler: {load: attach}`"));
}

TEST_CASE("run --runtime: an empty file -> the message names the page") {
  const Scratch scratch;
  const Called run = call({"run", kTen, "--runtime", scratch.write("rt.yaml", "")}, kWide);
  INFO(run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "the file is empty; docs/reference/runtime-files.md shows"));
}

TEST_CASE("run: the legend of many objects wraps at the terminal width") {
  const Scratch scratch;
  const std::string path = scratch.write(
      "many.yaml",
      "scenario: x\ntypes: {Node: {fields: {next: ref}}}\nsteps:\n"
      "  - allocate: {id: a, type: Node, count: 500, graph: chain}\n  - root: a\n  - collect: 0\n");
  const Called run = call({"run", path}, {"COLUMNS=60"});
  INFO(run.out);
  const std::size_t at = run.out.find("a column is one of");
  REQUIRE(at != std::string::npos);
  CHECK(run.out.find('\n', at) - at <= 60);
}

TEST_CASE("explain: a number in lower case -> the right one is suggested") {
  CHECK(contains(call({"explain", "q-01"}).err, "did you mean Q-01?"));
  CHECK(contains(call({"explain", "gc-move-008"}).err, "did you mean GC-MOVE-008?"));
}

TEST_CASE("run: control characters in a title are not printed") {
  const Scratch scratch;
  const Called run =
      call({"run", scratch.write("s.yaml", "scenario: \"\\e[31mred\"\nsteps: [{collect: 0}]\n")});
  CHECK(run.status == 0);
  CHECK(contains(run.out, "red"));
  CHECK_FALSE(contains(run.out, "\x1b"));
}

}  // namespace gcrucible::tests
