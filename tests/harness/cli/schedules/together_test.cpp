// Threads of the program that run at the same time: from the scenario to the output.
#include <filesystem>
#include <string>
#include <vector>

#include "tests/harness/cli/misbehaving.h"
#include "tests/harness/cli/schedules/explored.h"
#include "tests/harness/cli/schedules/explored_switches.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

std::string scenario(const std::string& schedule, bool collects = true, const std::string& heap = "") {
  return "scenario: two threads\n" + heap +
         "threads: [main, worker]\n"
         "types: {Node: {fields: {next: ref}}}\n"
         "steps:\n"
         "  - start-thread: worker\n"
         "  - together:\n"
         "      schedule: " +
         schedule +
         "\n"
         "      threads:\n"
         "        main:\n"
         "          - allocate: {id: a, type: Node}\n"
         "          - root: a\n" +
         (collects ? "          - collect: {generation: 0, compact: 0}\n" : "") +
         "        worker:\n"
         "          - allocate: {id: b, type: Node}\n"
         "          - root: b\n"
         "  - collect: {generation: 0, compact: 0}\n";
}

struct Played {
  Called called;
  std::string trace;
};

Played play(const std::string& schedule, const std::string& fault, std::vector<std::string> more = {},
            const std::string& heap = "") {
  const Scratch scratch;
  const std::string file = scratch.write("s.yaml", scenario(schedule, true, heap));
  const std::string trace = scratch.path("t.jsonl");
  std::vector<std::string> words{"run",     "-q",          file,      "--profiler", kTracker,
                                 "--clsid", kTrackerClsid, "--trace", trace};
  if (!fault.empty()) words.insert(words.end(), {"--env", "GCRUCIBLE_FAULT=" + fault});
  words.insert(words.end(), more.begin(), more.end());
  Called called = call(words, {"COLUMNS=400"});
  return {std::move(called), text_of_file(trace)};
}

// The same with the names of threads, as in a scenario.
std::string named_switches_of(const std::string& trace) {
  const std::string numbers = switches_of(trace);
  std::string named;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool second = i + 1 < numbers.size() && numbers[i] == ',' && numbers[i + 1] != '[';
    if (!second) {
      named += numbers[i];
      continue;
    }
    named += numbers[i + 1] == '0' ? ", main" : ", worker";
    ++i;
  }
  return named;
}

// Without the line that states the kind of schedule.
std::string without_schedule(std::string trace) {
  const std::size_t line = trace.find("\"model\":\"schedule\"");
  REQUIRE(line != std::string::npos);
  return trace.erase(line, trace.find('\n', line) - line);
}

}  // namespace

TEST_CASE("together: a schedule and its recorded switches give the same trace") {
  for (const std::string schedule : {"round-robin", "{random: 5}", "{pct: {seed: 2}}", "{random: 11}"}) {
    const Played first = play(schedule, {});
    INFO(schedule << first.called.out << first.called.err);
    CHECK(first.called.status == 0);
    CHECK(contains(first.trace, "\"deterministic\":true"));
    CHECK(play(schedule, {}).trace == first.trace);
    const Played again = play("{switches: " + named_switches_of(first.trace) + "}", {});
    INFO(again.called.out << again.called.err);
    CHECK(without_schedule(again.trace) == without_schedule(first.trace));
  }
}

TEST_CASE("together: a profiler that suspends the runtime gives the same trace each time") {
  const std::string lines =
      "scenario: three threads\nthreads: [main, worker, third]\nsteps:\n  - start-thread: worker\n"
      "  - start-thread: third\n  - together:\n      schedule: SCHEDULE\n      threads:\n"
      "        main: [{compile: Program.A}, {allocate: {id: a, type: Object}}, {compile: Program.B}]\n"
      "        worker: [{allocate: {id: b, type: Object}}, {compile: Program.C}, {collect: 0}]\n"
      "        third: [{allocate: {id: c, type: Object}}, {compile: Program.D}]\n";
  for (const std::string schedule : {"round-robin", "{random: 5}", "{within: {random: 3}}"}) {
    const Scratch scratch;
    std::string text = lines;
    text.replace(text.find("SCHEDULE"), 8, schedule);
    const std::string file = scratch.write("s.yaml", text);
    std::string first;
    for (int i = 0; i < 4; ++i) {
      const std::string trace = scratch.path("t.jsonl");
      const Called run =
          call({"run", "-q", file, "--profiler", kCareless, "--clsid", kCarelessClsid, "--env",
                "CLI_TEST_CARELESS=suspend", "--env", "CLI_TEST_MASK=0x8101a0", "--trace", trace});
      INFO(schedule << run.out << run.err);
      CHECK(run.status == 0);
      const std::string reported = text_of_file(trace);
      CHECK(contains(reported, "\"deterministic\":true"));
      CHECK(contains(reported, "\"info\":\"SuspendRuntime\""));
      CHECK((first.empty() || reported == first));
      first = reported;
    }
  }
}

// thread1 has reported thread2's suspension. It must report the end of that suspension when main suspends.
TEST_CASE("together: a late thread does not report a suspension that has begun since") {
  const Scratch scratch;
  const std::string file = scratch.write(
      "s.yaml",
      "scenario: late\nruntime: documented\nprofiler: {load: attach}\nthreads: [main, thread1, thread2]\n"
      "steps:\n  - start-thread: thread1\n  - attach: {}\n  - start-thread: thread2\n  - together:\n"
      "      threads:\n        thread2: [{suspend: {reason: rejit, liberties: 9642156207455564973}}]\n"
      "        main: [{collect: 0}]\n");
  const std::string trace = scratch.path("t.jsonl");
  const Called run = call({"run", "-q", file, "--trace", trace});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  // Reported late, for one of the two.
  const std::string text = text_of_file(trace);
  std::size_t reported = 0;
  for (std::size_t at = 0; (at = text.find("\"t\":3,\"call\":\"RuntimeThread", at)) != std::string::npos;
       ++at)
    ++reported;
  CHECK(reported == 2);
}

TEST_CASE("together: a suspension lock needed by ObjectAllocated is a deadlock") {
#ifdef GCRUCIBLE_SANITIZED
  GCRUCIBLE_SKIP("sanitizers have the system's locks themselves");
#endif
  const std::string schedule = "{within: {switches: [[24, worker]]}}";
  const Played clean = play(schedule, {});
  INFO(clean.called.out << clean.called.err);
  CHECK(clean.called.status == 0);
  // Without a timeout.
  const Played played = play(schedule, "locks-suspensions", {"--timeout", "0"});
  INFO(played.called.out << played.called.err);
  CHECK(played.called.status == 4);
  CHECK(contains(played.called.out, "None of them can go on: Thread \"main\" waits"));
  CHECK(contains(played.called.out, "to stop for its suspension; thread \"worker\" waits for lock 1,"));
  CHECK(contains(played.called.out, "thread \"worker\" was inside ObjectAllocated"));
  // One thread after another, it causes no deadlock.
  CHECK(play("{switches: []}", "locks-suspensions").called.status == 0);
}

// As in .NET 10, which loads classes in preemptive mode.
TEST_CASE("together: a thread that loads a class is suspended after the load") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl");
  const std::string loads =
      "scenario: a class is loaded\nthreads: [main, worker]\n"
      "types: {Node: {fields: {next: ref}}, Late: {fields: {next: ref}}}\nsteps:\n"
      "  - start-thread: worker\n  - allocate: {id: kept, type: Node}\n  - root: kept\n"
      "  - together: {threads: {main: [{collect: 0}], worker: [{allocate: {id: a, type: Late}}, {root: "
      "a}]}}\n";
  const Called run =
      call({"run", "-q", scratch.write("s.yaml", loads), "--trace", trace, "--runtime", "net10", "--env",
            "GCRUCIBLE_RECORDER_MASK=MONITOR_GC,MONITOR_SUSPENDS,MONITOR_CLASS_LOADS"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  const std::string text = text_of_file(trace);
  INFO(text);
  const std::size_t suspends = text.find("\"RuntimeSuspendStarted\"");
  const std::size_t begins = text.rfind("\"ClassLoadStarted\"");
  const std::size_t ends = text.rfind("\"ClassLoadFinished\"");
  const std::size_t thread = text.rfind("\"t\":", begins);
  const std::string stop = text.substr(thread, begins - thread) + "\"RuntimeThreadSuspended\"";
  CHECK(suspends < ends);
  CHECK(text.find(stop) > ends);
  CHECK(text.find(stop) != std::string::npos);
}

// The collector's thread waits for the resuming thread. The other collection waits for the collector's
// thread.
TEST_CASE("together: a second server collection waits for the last callback of the first") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl");
  for (const std::string resumed : {"", ", report: {suspension: {resumed-by: idle}}"}) {
    const std::string two =
        "scenario: two collections\nheap: {server: 2}\nthreads: [main, worker, idle]\nsteps:\n"
        "  - start-thread: [worker, idle]\n"
        "  - together: {threads: {main: [{collect: {generation: 0" +
        resumed + "}}], worker: [{collect: 0}]}}\n";
    const std::string file = scratch.write("s.yaml", two);
    const Called run = call({"run", "-q", file, "--trace", trace, "--runtime", "net10", "--timeout", "5"});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    const std::string text = text_of_file(trace);
    const std::size_t last = text.find("\"RuntimeResumeFinished\"");
    CHECK(text.find("\"RuntimeSuspendStarted\"", last) != std::string::npos);
    const Called every = call({"explore", file, "--findings", scratch.path("found"), "--switches", "1"});
    INFO(every.out << every.err);
    CHECK(every.status == 0);
  }
}

// With server heaps the collector's thread suspends in place of the collecting thread.
TEST_CASE("together: a suspension lock with a server heap is a deadlock") {
#ifdef GCRUCIBLE_SANITIZED
  GCRUCIBLE_SKIP("sanitizers have the system's locks themselves");
#endif
  const std::string heap = "heap: {server: true}\n";
  std::string reported;
  for (int decision = 0; decision < 40; ++decision) {
    const std::string schedule = "{within: {switches: [[" + std::to_string(decision) + ", worker]]}}";
    const Played clean = play(schedule, {}, {"--timeout", "0"}, heap);
    INFO(schedule << clean.called.out << clean.called.err);
    CHECK(clean.called.status == 0);
    CHECK(contains(clean.trace, "\"deterministic\":true"));
    const Played played = play(schedule, "locks-suspensions", {"--timeout", "0"}, heap);
    if (played.called.status == 4) reported += played.called.out;
  }
  INFO(reported);
  CHECK(contains(reported, "None of them can go on: Thread \"main\" waits"));
  CHECK(contains(reported, "to stop for its suspension; thread \"worker\" waits for lock 1,"));
}

// Independent of the position of the thread that holds the suspension's lock, and of the last callback.
TEST_CASE("explore: the same deadlock under many schedules is one finding") {
#ifdef GCRUCIBLE_SANITIZED
  GCRUCIBLE_SKIP("sanitizers have the system's locks themselves");
#endif
  const Scratch scratch;
  const Called run =
      call({"explore", scratch.write("s.yaml", scenario("round-robin")), "--profiler", kTracker, "--clsid",
            kTrackerClsid, "--findings", scratch.path("found"), "--env", "GCRUCIBLE_FAULT=locks-suspensions"},
           {"COLUMNS=400"});
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  CHECK(contains(run.out, " schedules, 1 finding\n"));
}

TEST_CASE("explore: an update lost by two threads is found with the fewest switches") {
#ifdef GCRUCIBLE_SANITIZED
  GCRUCIBLE_SKIP("sanitizers have the system's locks themselves");
#endif
  const Scratch scratch;
  const std::string file = scratch.write("s.yaml", scenario("round-robin", false));
  const auto explored = [&](const std::string& fault, const std::string& jobs) {
    std::vector<std::string> words{"explore",     file,         "--profiler",          kTracker, "--clsid",
                                   kTrackerClsid, "--findings", scratch.path("found"), "--jobs", jobs};
    if (!fault.empty()) words.insert(words.end(), {"--env", "GCRUCIBLE_FAULT=" + fault});
    return call(words, {"COLUMNS=400"});
  };
  const Called clean = explored("", "2");
  INFO(clean.out << clean.err);
  CHECK(clean.status == 0);
  const Called run = explored("unlocked-allocations", "1");
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "threads together in line 6, 2 threads, "));
  CHECK(contains(run.out, "object-ids/cache-follows (gcrucible_probe) under "));
  const std::string found = scratch.path("found/object-ids-cache-follows.yaml");
  REQUIRE(std::filesystem::exists(found));
  CHECK(contains(text_of_file(found), "schedule: {within: {switches: [["));
  const std::vector<std::string> again{"run", "-q", found, "--profiler", kTracker, "--clsid", kTrackerClsid};
  std::vector<std::string> faulty = again;
  faulty.insert(faulty.end(), {"--env", "GCRUCIBLE_FAULT=unlocked-allocations"});
  CHECK(call(faulty).status == 1);
  CHECK(call(again).status == 0);
}

}  // namespace gcrucible::tests
