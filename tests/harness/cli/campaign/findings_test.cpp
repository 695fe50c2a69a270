// The files that a campaign keeps for its findings, and its treatment of earlier findings.
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

namespace fs = std::filesystem;

Called test(const Scratch& scratch, const std::string& library, const std::string& clsid,
            const std::vector<std::string>& more) {
  std::vector<std::string> words{"test",       "--profiler",         library, "--clsid", clsid,
                                 "--findings", scratch.path("found")};
  words.insert(words.end(), more.begin(), more.end());
  return call(words);
}

// The profiler has no mistake unless `more` selects one.
Called tracked(const Scratch& scratch, const std::vector<std::string>& more) {
  return test(scratch, kFaulty, kFaultyClsid, more);
}
Called careless(const Scratch& scratch, const std::string& way, const std::vector<std::string>& more) {
  std::vector<std::string> words{"--env", "CLI_TEST_CARELESS=" + way};
  words.insert(words.end(), more.begin(), more.end());
  return test(scratch, kCareless, kCarelessClsid, words);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::vector<fs::path> scenarios(const Scratch& scratch) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(scratch.path("found"))) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

}  // namespace

TEST_CASE("findings: each leaves a scenario that a correct profiler passes") {
  for (const char* const fault : {"first-call-only", "closed-range", "leaks-handles"}) {
    const Scratch scratch;
    const Called found = tracked(scratch, {"--env", std::string("GCRUCIBLE_FAULT=") + fault, "--cases", "60",
                                           "--stop-after", "4", "-q"});
    INFO(fault << ": " << found.out << found.err);
    CHECK(found.status == 1);
    CHECK_FALSE(contains(found.out, "cannot be written"));
    const std::vector<fs::path> files = scenarios(scratch);
    CHECK_FALSE(files.empty());
    for (const fs::path& file : files) {
      const Called run = call({"run", "-q", file.string(), "--profiler", kFaulty, "--clsid", kFaultyClsid});
      INFO(text_of_file(file) << run.out << run.err);
      CHECK(run.status == 0);
    }
  }
}

TEST_CASE("findings: an unwritable scenario is printed with the reason under -q") {
  const Scratch scratch;
  const std::string folder = scratch.path("found");
  const Called found = call({"test", "--profiler", kDying, "--clsid", kDyingClsid, "--env",
                             "CLI_TEST_DIE=take the folder and crash", "--env", "CLI_TEST_FOLDER=" + folder,
                             "--cases", "40", "--stop-after", "1", "--findings", folder, "-q"});
  INFO(found.out << found.err);
  CHECK(found.status == 3);
  CHECK(contains(found.out, ": cannot be made: Not a directory"));
  CHECK(contains(found.out, "\nsteps:\n"));
}

TEST_CASE("test: writes into callback arrays and objects are findings") {
  const Scratch scratch;
  const Called guarded = careless(scratch, "scribble in MovedReferences2", {"--cases", "8", "-q"});
  INFO(guarded.out << guarded.err);
  CHECK(guarded.status == 1);
  CHECK(contains(guarded.out, "array-memory (MovedReferences2)"));
  const std::string file = scratch.path("found/array-memory.yaml");
  REQUIRE(fs::exists(file));
  CHECK(call({"run", "-q", file, "--profiler", kCareless, "--clsid", kCarelessClsid}).status == 0);
  const Called object = careless(scratch, "write into a reference", {"--cases", "20", "-q", "--no-shrink"});
  INFO(object.out << object.err);
  CHECK(object.status != 0);
  CHECK(contains(object.out, "object-memory (reference)"));
}

TEST_CASE("findings: other violations of the same program are listed") {
#if defined(GCRUCIBLE_SANITIZED)
  GCRUCIBLE_SKIP("a sanitizer ends the process by itself where the profiler reads address 0");
#endif
  const Scratch scratch;
  const Called run = tracked(scratch, {"--env", "GCRUCIBLE_FAULT=reads-roots", "--cases", "6", "--no-shrink",
                                       "-q", "--report", "html=" + scratch.path("r.html")});
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  CHECK(contains(run.out, "The same program also shows object-ids/null-entries"));
  CHECK(contains(run.out, "The same program also shows crash (SIGSEGV in RootReferences2)"));
  CHECK(contains(text_of_file(scratch.path("r.html")), "also shows object-ids/null-entries"));
}

TEST_CASE("findings: fixed only if the scenario was replayed and its rule checked") {
  const Scratch scratch;
  tracked(scratch, {"--env", "GCRUCIBLE_FAULT=closed-range", "--cases", "40", "--only",
                    "object-ids/cache-follows", "--stop-after", "1", "-q"});
  const std::string file = scratch.path("found/object-ids-cache-follows.yaml");
  REQUIRE(fs::exists(file));
  const std::vector<std::string> one_case{"--cases", "1", "--without", "attach"};
  const auto again = [&](std::vector<std::string> more) {
    more.insert(more.end(), one_case.begin(), one_case.end());
    return tracked(scratch, more);
  };
  const Called other = again({"--env", "GCRUCIBLE_FAULT=closed-range", "--only", "moved/*"});
  INFO(other.out << other.err);
  CHECK(other.status == 0);
  CHECK(contains(other.out, "is not judged"));
  CHECK(contains(other.out, "1 finding from earlier campaigns: 0 still there, 0 mended, 1 not judged"));
  CHECK(fs::exists(file));

  // A suppressed finding that needs no action for now.
  const std::string known =
      scratch.write("known.yaml", "- {rule: object-ids/cache-follows, reason: ticket 17}\n");
  const Called let =
      again({"--env", "GCRUCIBLE_FAULT=closed-range", "--suppress", known, "--only", "object-ids/*"});
  INFO(let.out << let.err);
  CHECK(let.status == 0);
  CHECK(contains(let.out, "1 time: ticket 17"));
  CHECK(fs::exists(file));

  const std::string text = text_of_file(file);
  const std::string broken =
      scratch.write("found/broken.yaml", text.substr(0, text.find("steps:") + 9) + "[\n");
  const std::string strange = scratch.write("found/strange.yaml", "\x01\x02 no scenario");
  // The tracker without that fault.
  std::vector<std::string> words{"--env", "GCRUCIBLE_FAULT=closed-range"};
  words.insert(words.end(), one_case.begin(), one_case.end());
  const Called mended = test(scratch, in_build("/libgcrucible_lifetime.so"), kFaultyClsid, words);
  INFO(mended.out << mended.err);
  CHECK(mended.status == 0);
  CHECK(contains(mended.out, "broken.yaml is not judged"));
  CHECK(contains(mended.out, "strange.yaml is not judged"));
  CHECK(contains(mended.out, "2 findings from earlier campaigns: 0 still there, 1 mended, 1 not judged"));
  CHECK(fs::exists(broken));
  CHECK(fs::exists(strange));
  CHECK_FALSE(fs::exists(file));
}

TEST_CASE("findings: advice found with --strict is kept in runs without --strict") {
  const Scratch scratch;
  const auto early = [&](std::vector<std::string> more) {
    for (const char* const each : {"--env", "GCRUCIBLE_FAULT=layouts-early", "--cases", "20"})
      more.emplace_back(each);
    return tracked(scratch, more);
  };
  const Called found = early({"--strict", "--stop-after", "1"});
  INFO(found.out << found.err);
  CHECK(found.status == 1);
  CHECK(contains(found.out, "calls/inspect-classes-in-finished (GetClassLayout)"));
  CHECK_FALSE(contains(found.out, "does not behave the same each time"));
  const Called again = early({"--strict", "--stop-after", "1"});
  INFO(again.out << again.err);
  CHECK(again.status == 1);
  CHECK(contains(again.out, "1 finding from earlier campaigns: 1 still there, 0 mended"));
  const Called lax = early({});
  INFO(lax.out << lax.err);
  CHECK(lax.status == 0);
  CHECK(contains(lax.out, "is advice, which counts with --strict only"));
  CHECK(fs::exists(scratch.path("found/calls-inspect-classes-in-finished.yaml")));
}

TEST_CASE("test: a refused attach is explained and its mask is a finding") {
  const Scratch scratch;
  const Called asks = careless(scratch, "attach with all flags", {"--cases", "1"});
  INFO(asks.out << asks.err);
  CHECK(asks.status == 1);
  // ENABLE_OBJECT_ALLOCATED is immutable, and .NET checks that first.
  CHECK(contains(asks.out, "the attach was answered E_FAIL (0x80004005)"));
  CHECK(contains(asks.out, "life/attach-flags (SetEventMask)"));
  CHECK(fs::exists(scratch.path("found/life-attach-flags.yaml")));
  const Scratch other;
  const Called has_none = careless(other, "attach not at all", {"--cases", "1"});
  INFO(has_none.out << has_none.err);
  CHECK(has_none.status == 0);
  CHECK(contains(has_none.out, "CORPROF_E_PROFILER_NOT_ATTACHABLE"));
}

TEST_CASE("test: --shrink-time limits the time for shrinking") {
  const Scratch scratch;
  const Called cut = careless(scratch, "scribble in MovedReferences2",
                              {"--cases", "8", "--stop-after", "1", "--shrink-time", "0.001"});
  INFO(cut.out << cut.err);
  CHECK(cut.status == 1);
  CHECK(contains(cut.out, "not shrunk further"));
  CHECK(contains(cut.out, "\n  shrunk 1 of 1: array-memory (MovedReferences2), "));
  CHECK(cut.out.find("  shrunk 1 of 1") < cut.out.find("  rule "));
}

TEST_CASE("test: the time for shrinking is a quarter of the time for cases, and stated") {
  const auto beginning = [](const std::vector<std::string>& more) {
    std::vector<std::string> words{"test", "--cases", "1", "--forget"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words, {"COLUMNS=1000"}).out;
  };
  CHECK(contains(beginning({"--time", "60"}), ", for at most 60 s; then at most 15 s to shrink findings\n"));
  CHECK(contains(beginning({"--time", "8"}), "; then at most 10 s to shrink findings\n"));
  CHECK(
      contains(beginning({"--time", "60", "--shrink-time", "7"}), "; then at most 7 s to shrink findings\n"));
  CHECK_FALSE(contains(beginning({"--time", "60", "--shrink-time", "0"}), "to shrink findings"));
  CHECK_FALSE(contains(beginning({}), "to shrink findings"));
}

TEST_CASE("findings: one found under a runtime file replays without that file") {
  const Scratch scratch;
  const std::string net10 = text_of_file(in_source("/harness/runtimes/net10.yaml"));
  const std::string mine = scratch.write(
      "mine.yaml",
      replaced(replaced(net10, "runtime: net10\n", "runtime: mine\n"), "batch-limit: 512", "batch-limit: 1"));
  const std::string fault = "GCRUCIBLE_FAULT=first-call-only";
  const Called found = tracked(scratch, {"--runtime", mine, "--env", fault, "--cases", "40", "--stop-after",
                                         "1", "--no-shrink", "--only", "object-ids/*"});
  INFO(found.out << found.err);
  CHECK(found.status == 1);
  std::filesystem::remove(mine);
  for (const fs::path& file : scenarios(scratch)) {
    CHECK(
        contains(text_of_file(file), "{like: net10, named: mine, rules-of: mine, report: {batch-limit: 1}}"));
    const Called run =
        call({"run", "-q", file.string(), "--profiler", kFaulty, "--clsid", kFaultyClsid, "--env", fault});
    INFO(run.out << run.err);
    CHECK(run.status == 1);
  }
}

TEST_CASE("test: a failed InitializeForAttach is reported with its HRESULT") {
  for (const auto& [answer, reported] : std::vector<std::pair<std::string, std::string>>{
           {"E_FAIL", "E_FAIL (0x80004005), which its InitializeForAttach returned."},
           {"E_NOTIMPL",
            "CORPROF_E_PROFILER_NOT_ATTACHABLE (0x80131368); it has no ICorProfilerCallback3, or its "
            "InitializeForAttach returned E_NOTIMPL or this value."},
           {"CORPROF_E_PROFILER_NOT_ATTACHABLE",
            "CORPROF_E_PROFILER_NOT_ATTACHABLE (0x80131368); it has no ICorProfilerCallback3, or its "
            "InitializeForAttach returned E_NOTIMPL or this value."}}) {
    const Called run = call({"test", "--env", "GCRUCIBLE_RECORDER_FAIL=InitializeForAttach=" + answer,
                             "--cases", "2", "--forget"},
                            {"COLUMNS=1000"});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    CHECK(contains(run.out, "It cannot be attached, so no case attaches it: the attach was answered " +
                                reported + "\n"));
  }
}

TEST_CASE("test: a profiler whose Initialize fails is attached in each case") {
  const Called run =
      call({"test", "-v", "--env", "GCRUCIBLE_RECORDER_FAIL=Initialize=E_FAIL", "--cases", "20", "--forget"},
           {"COLUMNS=1000"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out,
                 "It can only be attached, so every case attaches it: the profiler's Initialize failed"));
  CHECK(contains(run.out, "attach 20"));
  const Called never = call({"test", "--env", "GCRUCIBLE_RECORDER_FAIL=Initialize=E_FAIL", "--cases", "2",
                             "--without", "attach", "--forget"});
  CHECK(never.status == 2);
  CHECK(contains(never.err, "the profiler's Initialize failed with E_FAIL"));
}

TEST_CASE("test: many hangs -> the shortened timeout is reported") {
  const Scratch scratch;
  const Called run = test(
      scratch, kDying, kDyingClsid,
      {"--env", "CLI_TEST_DIE=hang at MovedReferences2", "--timeout", "0.5", "--cases", "12", "--no-shrink"});
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  CHECK(contains(in_one_line(run.out),
                 "hung. gcrucible waited 0.5 s for the first hang in a callback and 0.5 s for the next"));
}

TEST_CASE("test: contradictory options are refused before any case is run") {
  const Scratch scratch;
  const std::vector<std::vector<std::string>> wrong = {{"--case", "-1"},
                                                       {"--case", "999999999999999999999"},
                                                       {"--case", "5", "--cases", "10"},
                                                       {"--with", "young", "--without", "young"},
                                                       {"--case", "5", "--debugger=echo", "--in-process"},
                                                       {"--observe", "file:../x"},
                                                       {"--findings", "/proc/nowhere/found"},
                                                       {"--suppress", "/nonexistent"},
                                                       {"--runtime", "nope"},
                                                       {"--heaps", "65"},
                                                       {"--heaps", "2", "--without", "server-heaps"},
                                                       {"--shrink-time", "1", "--no-shrink"}};
  for (const std::vector<std::string>& each : wrong) {
    std::vector<std::string> words{"test"};
    words.insert(words.end(), each.begin(), each.end());
    const Called run = call(words);
    INFO(each[0] << ": " << run.out << run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with("gcrucible test: "));
  }
  const Called none = tracked(scratch, {"--skip", "*", "--cases", "1"});
  INFO(none.out << none.err);
  CHECK(contains(none.out, "leave no rule"));
}

TEST_CASE("findings: each is shown once, by names and lines of its scenario, and listed at the end") {
  const Scratch scratch;
  const Called run = call({"test", "--profiler", kFaulty, "--clsid", kFaultyClsid, "--env",
                           "GCRUCIBLE_FAULT=closed-range", "--cases", "50", "--findings", "found"},
                          {"COLUMNS=1000"}, scratch.folder());
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  const std::string title = "object-ids/cache-follows (gcrucible_probe)";
  const std::string file = "found/object-ids-cache-follows.yaml";
  const std::size_t shown = run.out.find("\n" + title + "\n");
  REQUIRE(shown != std::string::npos);
  CHECK(run.out.find("\n" + title + "\n", shown + 1) == std::string::npos);
  CHECK_FALSE(contains(run.out, "\nverdict\n"));
  CHECK_FALSE(contains(run.out, " of the trace"));
  // The dead object, which no step names otherwise.
  CHECK(contains(run.out, "\n  what     object \"object2\" at 0x"));
  CHECK(contains(run.out, "\n  history  \"object2\": allocated at 0x"));
  std::istringstream lines(text_of_file(scratch.path(file)));
  int number = 0;
  for (std::string line; std::getline(lines, line) && !line.starts_with("  - collect:");) ++number;
  CHECK(contains(run.out, "\n  where    " + file + ":" + std::to_string(number + 1) +
                              ", collection 1, gcrucible_probe"));
  CHECK(contains(run.out, "findings\n  " + title + "  " + file + "\n") !=
        contains(run.out, "1 finding\n  " + title + "  " + file + "\n"));
}

TEST_CASE("test: callbacks that returned a failure are counted at the end") {
  const auto end_of = [](const std::string& variable) {
    return call({"test", "--env", variable, "--cases", "4", "--forget"}, {"COLUMNS=1000"}).out;
  };
  const std::string failing = end_of("GCRUCIBLE_RECORDER_FAIL=GarbageCollectionStarted=E_FAIL");
  INFO(failing);
  CHECK(contains(failing,
                 " callbacks returned a failure HRESULT: GarbageCollectionStarted: E_FAIL (0x80004005) ("));
  CHECK_FALSE(contains(end_of("GCRUCIBLE_RECORDER_ASK=0"), "returned a failure HRESULT"));
}

}  // namespace gcrucible::tests
