// The output for a new user whose first attempts fail.
#include <chrono>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

const platform::Environment kWide{"COLUMNS=250"};

// A scenario of one live object, with `head` before its steps and `steps` after them.
std::string one_object(const std::string& head, const std::string& steps) {
  return "scenario: One object\n" + head +
         "types: {Node: {fields: {next: ref}}}\n"
         "steps:\n"
         "  - allocate: {id: a, type: Node}\n"
         "  - root: {id: r, object: a}\n" +
         steps;
}

Called run_one(const std::string& head, const std::string& steps,
               const std::vector<std::string>& options = {}) {
  const Scratch scratch;
  std::vector<std::string> line{"run", scratch.write("s.yaml", one_object(head, steps))};
  line.insert(line.end(), options.begin(), options.end());
  return call(line, kWide, scratch.folder());
}

}  // namespace

TEST_CASE("attach: an unexpected answer -> the message names the expect key") {
  const Called run = run_one("", "  - attach: {}\n");
  INFO(run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "with `expect: CORPROF_E_PROFILER_ALREADY_ACTIVE`"));
  CHECK(run_one("", "  - attach: {expect: CORPROF_E_PROFILER_ALREADY_ACTIVE}\n", {"-q"}).status == 0);
  const Called old = run_one("runtime: netfx1.1\nprofiler: {load: attach}\n", "  - attach: {}\n");
  INFO(old.err);
  CHECK(contains(old.err, "runtime netfx1.1 has no attaching"));
}

TEST_CASE("ask: a call of the scenario that hangs is not blamed on the profiler") {
  const Called force = run_one("heap: {server: true}\n",
                               "  - ask: {call: ForceGC, in: RuntimeSuspendStarted}\n"
                               "  - collect: 0\n",
                               {"--timeout", "0.5"});
  INFO(force.out << force.err);
  CHECK(force.status == 4);
  CHECK(contains(force.out, "AN INFO CALL OF THE SCENARIO HUNG: timeout after 0.5 s"));
  CHECK(contains(force.out,
                 "ForceGC, which the scenario asks in line 7, does not return: it was asked inside "
                 "RuntimeSuspendStarted."));
  CHECK_FALSE(contains(force.out, "THE PROFILER"));
  const Called suspend = run_one("",
                                 "  - ask: {call: SuspendRuntime, in: RuntimeResumeFinished}\n"
                                 "  - collect: 0\n"
                                 "  - collect: 0\n",
                                 {"--timeout", "0.5"});
  INFO(suspend.out << suspend.err);
  CHECK(suspend.status == 4);
  CHECK(contains(suspend.out,
                 "SuspendRuntime, which the scenario asks in line 6, has suspended the runtime, "
                 "and the program waits for a ResumeRuntime."));
}

TEST_CASE("ask: a profiler that hangs after a call of the scenario is blamed") {
  const Scratch scratch;
  const std::string scenario = scratch.write("s.yaml", one_object("", "  - ask: {call: ForceGC}\n"));
  const Called run = call({"run", scenario, "--profiler", kDying, "--clsid", kDyingClsid, "--timeout", "0.5",
                           "--env", "CLI_TEST_DIE=hang at Shutdown"},
                          kWide, scratch.folder());
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  CHECK(contains(run.out, "THE PROFILER HUNG"));
}

TEST_CASE("attach: a refused one is named in the verdict and in failed expectations") {
  const Called late = run_one("profiler: {load: attach}\n",
                              "  - shutdown: now\n"
                              "  - attach: {expect: CORPROF_E_RUNTIME_UNINITIALIZED}\n");
  INFO(late.out << late.err);
  CHECK(contains(
      late.out,
      "  attach        refused with CORPROF_E_RUNTIME_UNINITIALIZED (0x80131371), s.yaml:5 or later"));
  const Called refused =
      run_one("profiler: {load: attach, env: {GCRUCIBLE_RECORDER_FAIL: InitializeForAttach=E_FAIL}}\n",
              "  - attach: {expect: E_FAIL}\n"
              "  - collect: {generation: 0, expect: {callbacks: {GarbageCollectionStarted: 1}}}\n");
  INFO(refused.out << refused.err);
  CHECK(refused.status == 1);
  CHECK(contains(refused.out, "  attach        refused with E_FAIL (0x80004005), s.yaml:5 to 8"));
  CHECK(contains(refused.out,
                 "but there was none, because the attach was answered E_FAIL (0x80004005) (line "));
  CHECK(contains(refused.out, "InitializeForAttach returned E_FAIL (0x80004005)"));
}

TEST_CASE("expect: a failure before an attach or after a detach says why") {
  const std::string expect = "{generation: 0, expect: {callbacks: {GarbageCollectionStarted: 1}}}\n";
  const Called before =
      run_one("profiler: {load: attach}\n", "  - collect: " + expect + "  - attach: {}\n", {"-q"});
  INFO(before.out << before.err);
  CHECK(contains(in_one_line(before.out), "there was none, because the profiler had not been attached yet"));
  const Called inside = run_one("profiler: {load: attach}\n",
                                "  - collect: {generation: 0, attach: {before: roots}, expect: {callbacks: "
                                "{GarbageCollectionStarted: 1}}}\n",
                                {"-q"});
  INFO(inside.out << inside.err);
  CHECK(contains(inside.out, "there was none, because the profiler was attached in the middle of it (line "));
  const Called later = run_one("",
                               "  - ask: {call: RequestProfilerDetach, number: 100}\n"
                               "  - collect: {generation: 0, sweep: 0, expect: {surviving: [[a, 24]]}}\n"
                               "  - collect: " +
                                   expect + "  - attach: {}\n",
                               {"-q"});
  INFO(later.out << later.err);
  CHECK(later.status == 1);
  const std::string why = "because the profiler was already detached (RequestProfilerDetach in line ";
  CHECK(contains(in_one_line(later.out), "the reported ranges are none, " + why));
  CHECK(contains(later.out, "there was none, " + why));
}

TEST_CASE("attach: in a collection -> the callbacks of its rest are printed with it") {
  const Called run = run_one("profiler: {load: attach}\n",
                             "  - collect: {generation: 0, attach: {before: roots}}\n"
                             "  - collect: 0\n");
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(
      contains(run.out, "RuntimeResumeStarted, RuntimeThreadResumed, RuntimeResumeFinished\n\ncollection 2"));
  CHECK_FALSE(contains(run.out, "callbacks before it\n    RuntimeThreadResumed"));
}

TEST_CASE("ask: answers are printed with the names of objects and types") {
  const Called run = run_one("",
                             "  - ask: {call: GetObjectSize2, object: a}\n"
                             "  - ask: {call: GetObjectGeneration, object: a, in: ThreadDestroyed}\n"
                             "  - ask: {call: GetClassIDInfo, type: Node}\n",
                             {"-v"});
  INFO(run.out << run.err);
  CHECK(contains(run.out, ": GetObjectSize2(a (Node)) returned "));
  CHECK(contains(run.out, ": GetClassIDInfo(Node) returned S_OK"));
}

TEST_CASE("check: findings name the line of the trace file") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl");
  const Called run =
      call({"run", "-q", kScenarios + "broken/suspension/abort-ends-it.yaml", "--trace", trace});
  INFO(run.out << run.err);
  REQUIRE(run.status == 0);
  std::ifstream in(trace);
  std::size_t number = 0, aborted = 0, resumed = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (contains(line, "\"call\":\"RuntimeSuspendStarted\"") && aborted == 0) aborted = number;
    if (contains(line, "\"call\":\"RuntimeResumeStarted\"") && resumed == 0) resumed = number;
  }
  const Called check = call({"check", "t.jsonl", "--report", "json=r.json"}, kWide, scratch.folder());
  INFO(check.out << check.err);
  CHECK(check.status == 1);
  CHECK(contains(check.out, ", t.jsonl:" + std::to_string(resumed) + " (n " + std::to_string(resumed - 1) +
                                "), RuntimeResumeStarted"));
  CHECK(contains(check.out, "The suspension of line " + std::to_string(aborted) + " was aborted"));
  const std::string report = text_of_file(scratch.path("r.json"));
  CHECK(contains(report, "\"line\": " + std::to_string(resumed - 1) + ",\n"));
  CHECK(contains(report, "\"file_line\": " + std::to_string(resumed) + ",\n"));
}

TEST_CASE("run --on coreclr: a key that .NET cannot play is refused at its place") {
  const Called run = run_one(
      "heap:\n"
      "  finalizers: on-demand\n"
      "process: {exit: abrupt}\n"
      "report:\n"
      "  calls: []\n"
      "profiler:\n"
      "  env: {GCRUCIBLE_RECORDER_FAIL: RootReferences=E_FAIL@2}\n",
      "", {"--on", "coreclr"});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "s.yaml:3:3: error: the finalizer thread"));
  CHECK(contains(run.err, "s.yaml:4:1: error: the player's process"));
  CHECK(contains(run.err, "s.yaml:8:9: error: GCRUCIBLE_RECORDER_"));
  const Scratch scratch;
  const std::string critical = scratch.write("c.yaml",
                                             "scenario: Critical below plain\n"
                                             "types:\n"
                                             "  Plain: {fields: {next: ref}}\n"
                                             "  Critical: {parent: Plain, finalizer: critical}\n"
                                             "steps:\n"
                                             "  - allocate: {id: a, type: Critical}\n");
  const Called finalizer = call({"run", "--on", "coreclr", critical}, kWide);
  INFO(finalizer.err);
  CHECK(contains(finalizer.err,
                 "c.yaml:4:3: error: Critical has a critical finalizer and its parent Plain has none"));
}

TEST_CASE("run: errors outside the steps are reported at their key") {
  const Called never = run_one("profiler: {load: attach}\n", "");
  INFO(never.err);
  CHECK(contains(never.err,
                 "s.yaml:2:12: error: the profiler is loaded by an attach, and no step attaches it; add "));
  const Called many = run_one("", "  - allocate: {id: b, type: Node, count: 4294967294}\n");
  INFO(many.err);
  CHECK(contains(many.err,
                 "4294967294 objects and the 1 before are more than a program can have, which is "
                 "4294967294: they have 32-bit numbers; lower `count`"));
}

TEST_CASE("compare: the --partial hint appears only for truncated traces") {
  const Scratch scratch;
  const std::string whole = scratch.path("whole.jsonl");
  REQUIRE(call({"run", "-q", kScenarios + "ten-objects-move.yaml", "--trace", whole}).status == 0);
  const std::string text = text_of_file(whole);
  const std::string half = scratch.write("half.jsonl", text.substr(0, text.size() / 2));
  const std::string hint = "gcrucible check --partial judges";
  CHECK(contains(call({"compare", whole, half}).err, hint));
  for (const std::string& other : {scratch.write("empty.jsonl", ""), scratch.path("none.jsonl"),
                                   kScenarios + "ten-objects-move.yaml", scratch.folder()}) {
    const Called compare = call({"compare", whole, other});
    INFO(compare.err);
    CHECK(compare.status == 2);
    CHECK_FALSE(contains(compare.err, hint));
  }
}

TEST_CASE("test: known findings are replayed with --env") {
  const Scratch scratch;
  const auto traces = [&](const std::string& folder) {
    std::filesystem::create_directories(scratch.path(folder + "/found"));
    if (folder == "known") {
      scratch.write("known/found/hang.yaml",
                    "# Found by gcrucible test: hang\n" + one_object("", "  - collect: 0\n"));
    }
    const Called run =
        call({"test", "-q", "--cases", "1", "--jobs", "1", "--findings", scratch.path(folder + "/found"),
              "--env", "GCRUCIBLE_RECORDER_OUT=" + scratch.path(folder) + "/%p.jsonl"});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    std::size_t count = 0;
    for (const auto& each : std::filesystem::directory_iterator(scratch.path(folder)))
      count += each.path().extension() == ".jsonl" ? 1 : 0;
    return count;
  };
  // It shows nothing, and was tried three times.
  CHECK(traces("known") == traces("none") + 3);
}

TEST_CASE("run: SIGTERM while printing leaves no temporary files") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("tmp"));
  // The pipe has no reader, so the program blocks when the pipe is full.
  scratch.write(
      "go.sh",
      "mkfifo pipe\n"
      "sleep 60 <pipe & reader=$!\n"
      "\"$0\" run -v \"$1\" >pipe 2>/dev/null & run=$!\n"
      "tries=0\n"
      "while [ $tries -lt 100 ] && ! ls tmp | grep -q trace; do sleep 0.1; tries=$((tries + 1)); done\n"
      "sleep 2\n"
      "ls tmp | grep -c trace\n"
      "kill -TERM $run; wait $run\n"
      "kill $reader\n"
      "ls tmp | wc -l\n");
  const Called run = call_program({"/bin/sh", "-c", ". ./go.sh", kProgram,
                                   kScenarios + "ranges/twelve-hundred-ranges-in-three-calls.yaml"},
                                  {"TMPDIR=" + scratch.path("tmp")}, scratch.folder());
  INFO(run.out << run.err);
  CHECK(run.out == "1\n0\n");
}

}  // namespace gcrucible::tests
