// Every schedule of a collection that several heaps report.
#include <filesystem>
#include <string>
#include <vector>

#include "tests/harness/cli/misbehaving.h"
#include "tests/harness/cli/schedules/explored.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

const std::string kTwoHeaps =
    "scenario: two heaps\nheap: {server: 2}\ntypes: {Node: {fields: {next: ref}}}\nsteps:\n"
    "  - allocate: {id: object, type: Object}\n  - allocate: {id: node, type: Node, heap: 1, next: object}\n"
    "  - root: node\n  - collect: {generation: 0, compact: 0}\n";

}  // namespace

TEST_CASE("explore: --between plays two heaps in order of the number of switches") {
  const Scratch scratch;
  const Called run = explored(scratch, four_callbacks_each(), {"--between", "--switches", "4"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "2 heaps, 8 decisions\n"));
  CHECK(contains(run.out,
                 "849 schedules: 1 without a switch, 8 with 1 switch, 56 with 2 switches, 196 with 3"));
  CHECK(contains(run.out, "849 schedules, 0 findings\n"));
}

// C(8, 4) orders of two times four callbacks, each of which is one step.
TEST_CASE("explore: --whole plays 70 schedules and each replays by its switches") {
  const Scratch scratch;
  const Called run = explored(scratch, four_callbacks_each(), {"--whole", "--switches", "16"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "2 heaps, 4 decisions\n"));
  CHECK(contains(run.out,
                 "  70 schedules: 1 without a switch, 4 with 1 switch, 12 with 2 switches, 18 with 3 "
                 "switches, 18 with 4 switches, 12 with 5 switches, 4 with 6 switches, 1 with 7 switches\n"));
  CHECK(explored(scratch, four_callbacks_each(), {"--whole", "--between"}).status == 2);

  const std::string scenario = four_callbacks_each();
  const auto play = [&](const std::string& switches) {
    std::string text = scenario;
    const std::string report = "report: {";
    text.insert(text.find(report) + report.size(), "schedule: {whole: {switches: " + switches + "}}, ");
    return call({"run", "-q", scratch.write("whole.yaml", text), "--trace", scratch.path("t.jsonl")});
  };
  CHECK(play("[[1, 1], [3, 0]]").status == 0);
  CHECK(contains(text_of_file(scratch.path("t.jsonl")),
                 R"("decisions":6,"switches":[[1,1],[3,0]],"deterministic":true,"whole":true})"));
  CHECK(contains(play("[[7, 1]]").out, "expected heap 1 to go on at decision 7"));
}

TEST_CASE("explore: an update lost between two locks is found with the fewest switches") {
#ifdef GCRUCIBLE_SANITIZED
  GCRUCIBLE_SKIP("sanitizers have the system's locks themselves");
#endif
  const Scratch scratch;
  const Called clean = explored(scratch, kTwoHeaps, {}, kNoFault);
  INFO(clean.out << clean.err);
  CHECK(clean.status == 0);
  const Called run = explored(scratch, kTwoHeaps, {"--jobs", "1"}, "unlocked-ranges");
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out,
                 "object-ids/cache-follows (gcrucible_probe) under 16 of them, first with 1 switch\n"));
  const std::string file = scratch.path("found/object-ids-cache-follows.yaml");
  REQUIRE(std::filesystem::exists(file));
  CHECK(contains(text_of_file(file), "report: {schedule: {within: {switches: [["));
  const std::vector<std::string> again{"run", "-q", file, "--profiler", kTracker, "--clsid", kTrackerClsid};
  std::vector<std::string> faulty = again;
  faulty.insert(faulty.end(), {"--env", "GCRUCIBLE_FAULT=unlocked-ranges"});
  CHECK(call(faulty).status == 1);
  CHECK(call(again).status == 0);
  // The same for any number of parallel plays.
  CHECK(explored(scratch, kTwoHeaps, {"--jobs", "3"}, "unlocked-ranges").out == run.out);
}

TEST_CASE("explore: locks in two orders hang under some schedules only") {
#ifdef GCRUCIBLE_SANITIZED
  GCRUCIBLE_SKIP("sanitizers have the system's locks themselves");
#endif
  const Scratch scratch;
  const Called run = explored(scratch, kTwoHeaps, {"--timeout", "500"}, "locks-in-two-orders");
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  CHECK(contains(run.out, "hang (MovedReferences2) under 10 of them, first with 1 switch\n"));
  CHECK(contains(run.out, "139 schedules: "));
  // Independent of which heap holds which lock.
  CHECK(contains(run.out, "139 schedules, 1 finding\n"));
}

TEST_CASE("explore: a crash outranks a hang") {
  const Scratch scratch;
  const Called run = explored(scratch, four_callbacks_each(),
                              {"--whole", "--switches", "1", "--timeout", "3", "--profiler", kDying,
                               "--clsid", kDyingClsid, "--env", "CLI_TEST_DIE=hang or crash"});
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  CHECK(contains(run.out, "hang (MovedReferences2) under "));
  CHECK(contains(run.out, "5 schedules, 2 findings\n"));
}

TEST_CASE("explore: a --time limit is reported even with -q") {
  const Scratch scratch;
  for (const bool quiet : {false, true}) {
    std::vector<std::string> words{"--time", "0.001", "--switches", "16"};
    if (quiet) words.emplace_back("-q");
    const Called run = explored(scratch, four_callbacks_each(), words);
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    CHECK(contains(run.out, ", 0 findings, stopped before all were played\n"));
  }
  CHECK(explored(scratch, kTwoHeaps, {"-q", "--switches", "0"}).out == "1 schedule, 0 findings\n");
}

TEST_CASE("explore: a scenario without concurrency and wrong options are refused") {
  const Scratch scratch;
  const std::string one =
      "scenario: s\nobjects: [{id: a, type: Object}]\nsteps: [{collect: {generation: 0}}]\n";
  const Called run = explored(scratch, one, {});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "it has no threads that take turns; add `heap: {server: 2}`"));
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--switches", "65"},
                                                {"--switches", "-1"},
                                                {"--time", "nan"},
                                                {"--only", "nothing/such"},
                                                {"--runtime", "nope"},
                                                {"--profiler", "x.so"}}) {
    const Called refused = explored(scratch, kTwoHeaps, wrong);
    INFO(wrong.front() << refused.out << refused.err);
    CHECK(refused.status == 2);
    CHECK(refused.out.empty());
    CHECK(contains(refused.err, "gcrucible explore: "));
  }
  CHECK(explored(scratch, "scenario: [\n", {}).status == 2);
}

}  // namespace gcrucible::tests
