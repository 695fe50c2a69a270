// Programs reported in two ways: `gcrucible test --observe`, and `observe:` of a scenario.
#include <filesystem>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"

namespace gcrucible::tests {
namespace {

// The tracker that writes sums when the process ends. Its probe is not judged.
std::vector<std::string> tracker(const std::string& fault) {
  std::vector<std::string> words{"--profiler", kFaulty,
                                 "--clsid",    kFaultyClsid,
                                 "--only",     "life/attach-flags",
                                 "--env",      "GCRUCIBLE_LIFETIME_OUT={dir}/out.txt"};
  if (!fault.empty()) words.insert(words.end(), {"--env", "GCRUCIBLE_FAULT=" + fault});
  return words;
}

Called with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return call(words);
}

Called campaign(const Scratch& scratch, const std::string& fault, const std::string& observe) {
  // Sanitizers slow down each of two thousand shrinking runs by a factor of ten.
  return with({"test", "--findings", scratch.path("found"), "--cases", "40", "--shrink-time", "30",
               "--timeout", "30", "--observe", observe},
              tracker(fault));
}

}  // namespace

TEST_CASE("test --observe: a report-dependent result is found and its scenario replays") {
  const Scratch scratch;
  const Called found = campaign(scratch, "first-call-only", "file:out.txt");
  INFO(found.out << found.err);
  CHECK(found.status == 1);
  CHECK(contains(found.out, "presentation (file:out.txt)"));
  CHECK(contains(in_one_line(found.out), "presentation.yaml:"));
  CHECK(contains(in_one_line(found.out), "with a plain report of the same program"));
  const std::string file = scratch.path("found/presentation.yaml");
  const std::string text = text_of_file(file);
  CHECK(contains(text, "observe: \"file:out.txt\"\n"));
  // It has another form of report. Which one depends on the smallest program found in time.
  CHECK(contains(text, "report:"));
  const Called again = with({"run", "-q", file}, tracker("first-call-only"));
  INFO(again.out << again.err);
  CHECK(again.status == 1);
  CHECK(contains(again.out, "expected file:out.txt to"));
  CHECK(with({"run", "-q", file}, tracker("")).status == 0);
}

TEST_CASE("test --observe: a difference that a rule explains is no second finding") {
  const Scratch scratch;
  const Called found = call({"test", "-q", "--profiler", kFaulty, "--clsid", kFaultyClsid, "--env",
                             "GCRUCIBLE_FAULT=first-call-only", "--observe", "calls", "--cases", "40",
                             "--shrink-time", "20", "--findings", scratch.path("found")});
  INFO(found.out << found.err);
  CHECK(found.status == 1);
  CHECK(contains(found.out, "object-ids/cache-follows (gcrucible_probe)"));
  CHECK_FALSE(contains(found.out, "presentation"));
}

TEST_CASE("test --observe: an earlier name of the finding is known") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("found"));
  const std::string file = scratch.write(
      "found/retold.yaml",
      "# Found by gcrucible test: retold (calls)\n# In profiler {0B7C52D1-6E3A-4F19-9C84-2D5E7A1B3F60}\n"
      "# With CAMPAIGN_TEST=no offset\nscenario: x\nruntime: documented\nobserve: calls\nsteps:\n"
      "  - allocate: {id: first, type: Object}\n  - root: first\n"
      "  - root: {id: root1, object: first, pinned: true}\n"
      "  - collect: {generation: 0, promote: false}\n  - allocate: {id: second, type: Object}\n"
      "  - set-root: {root1: second}\n  - collect: 0\n");
  const std::string known = scratch.write("known.yaml", "- {rule: retold, reason: known}\n");
  const auto test = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"test",       "-q",
                                   "--cases",    "1",
                                   "--profiler", in_build("/campaign_test_careful.so"),
                                   "--clsid",    "{0B7C52D1-6E3A-4F19-9C84-2D5E7A1B3F60}",
                                   "--env",      "CAMPAIGN_TEST=no offset",
                                   "--findings", scratch.path("found")};
    words.insert(words.end(), more.begin(), more.end());
    return call(words, {"COLUMNS=1000"});
  };
  const Called stands = test({});
  INFO(stands.out << stands.err);
  CHECK(stands.status == 1);
  CHECK(contains(stands.out, "\npresentation (calls)\n"));
  CHECK(contains(stands.out, "  where    " + file + ":14, after collection 2\n"));
  CHECK(contains(stands.out, "(object \"second\")"));
  CHECK(test({"--suppress", known}).status == 0);
}

TEST_CASE("test --observe: a correct profiler gives no finding with any observer") {
  for (const char* const observe : {"file:out.txt", "command:sort out.txt || true", "calls", "stdout"}) {
    const Scratch scratch;
    const Called called = campaign(scratch, "", observe);
    INFO(observe << '\n' << called.out << called.err);
    CHECK(called.status == 0);
    CHECK(contains(called.out, "40 cases"));
    CHECK_FALSE(std::filesystem::exists(scratch.path("found")));
  }
}

TEST_CASE("test --observe: output that differs in each run is reported and not a finding") {
  const Scratch scratch;
  const Called called = campaign(scratch, "", "command:date +%s%N");
  INFO(called.out << called.err);
  CHECK(called.status == 0);
  CHECK(contains(called.out, "differed between two identical runs"));
}

TEST_CASE("test --observe: an unusable observer is refused before the campaign") {
  const Scratch scratch;
  const auto refused = [&](const std::string& observe) {
    const Called called = campaign(scratch, "", observe);
    INFO(called.out);
    CHECK(called.status == 2);
    return called.err;
  };
  CHECK(
      contains(refused("stdin"), "--observe cannot observe 'stdin'; write stdout, stderr, calls, file:NAME"));
  CHECK(contains(refused("file:"), "a name or a command must follow the colon"));
  CHECK(contains(refused("file:/etc/passwd"), "must be in the case's own folder"));
  CHECK(contains(refused("file:other.txt"), "has written no 'other.txt' into the run's folder"));
  CHECK(contains(refused("command:exit 5"), "the command 'exit 5' ended with exit code 5"));
  CHECK(with({"test", "--in-process", "--observe", "stdout"}, tracker("")).status == 2);
}

TEST_CASE("observe: a scenario that observes a missing file -> error at its place") {
  const Scratch scratch;
  const std::string steps = "steps:\n  - collect: 0\n";
  const Called absent = with(
      {"run", "-q", scratch.write("a.yaml", "scenario: A\nobserve: file:no.txt\n" + steps)}, tracker(""));
  INFO(absent.out << absent.err);
  CHECK(absent.status == 2);
  CHECK(contains(absent.err, "a.yaml:2:10: error: the profiler has written no"));
  const Called unknown =
      with({"run", "-q", scratch.write("b.yaml", "scenario: B\nobserve: sound\n" + steps)}, tracker(""));
  INFO(unknown.err);
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err, "b.yaml:2:10: error: \"sound\" is nothing that can be observed;"));
}

TEST_CASE("observe: calls that differ have the names of the scenario's objects") {
  const Scratch scratch;
  const std::string file = scratch.write("s.yaml", R"(scenario: x
runtime: documented
observe: calls
steps:
  - allocate: {id: first, type: Object}
  - root: first
  - root: {id: root1, object: first, pinned: true}
  - collect: {generation: 0, promote: false}
  - allocate: {id: second, type: Object}
  - set-root: {root1: second}
  - collect: 0
)");
  const Called run = call({"run", "-q", file, "--profiler", in_build("/campaign_test_careful.so"), "--clsid",
                           "{0B7C52D1-6E3A-4F19-9C84-2D5E7A1B3F60}", "--env", "CAMPAIGN_TEST=no offset"},
                          {"COLUMNS=1000"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(in_one_line(run.out),
                 "only with a plain report of the same program: 'after collection 2: GetClassFromObject "
                 "[0x550004010040 (object \"second\")]: S_OK [0x"));
}

TEST_CASE("observe: SIGTERM leaves no temporary files") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("tmp"));
  // It runs until it is stopped, with a file in its folder.
  const std::string scenario = scratch.write(
      "s.yaml", "scenario: x\nobserve: \"command:touch begun; touch " + scratch.path("begun") +
                    "; sleep 600\"\nsteps:\n  - allocate: {id: a, type: Object}\n  - collect: 0\n");
  const Called called =
      call_program({"/bin/sh", "-c",
                    kProgram + " run -q " + scenario + " & p=$!; until test -e " + scratch.path("begun") +
                        "; do sleep 0.1; done; kill -TERM $p; wait $p"},
                   {"TMPDIR=" + scratch.path("tmp")});
  INFO(called.out << called.err);
  CHECK(called.status == 128 + 15);
  for (const auto& left : std::filesystem::recursive_directory_iterator(scratch.path("tmp")))
    FAIL(left.path());
}

}  // namespace gcrucible::tests
