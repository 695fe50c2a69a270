#include "harness/driver/host/host_process.h"

#include <signal.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "harness/platform/files/executable_path.h"
#include "harness/platform/process/left_processes.h"
#include "harness/trace/read/reader.h"
#include "tests/harness/platform/fate.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"

namespace gcrucible::driver {
namespace {

using std::chrono::milliseconds;

constexpr const char* kClsid = "{01234567-89AB-CDEF-0123-456789ABCDEF}";

// A folder for all temporary files of a run. A test can check that none is left.
struct Bench {
  tests::ScratchFolder temporary;
  tests::ScratchFolder kept;

  Bench() { platform::set_environment_variable("TMPDIR", temporary.path()); }
  ~Bench() { unsetenv("TMPDIR"); }

  RunOptions options(const std::string& mode) const {
    RunOptions made;
    made.host_path = platform::beside_executable("stand-in-host");
    made.trace_path = kept / "trace.jsonl";
    made.timeout = milliseconds(20'000);
    made.environment = {"GCRUCIBLE_STAND_IN=" + mode};
    return made;
  }
  Outcome run(const std::string& mode) const { return run_case(sample(), options(mode)); }
  static protocol::Case sample() {
    protocol::Case value;
    value.program.runtime.name = "net10";
    value.program.seed = 42;
    value.profiler_path = "/somewhere/profiler.so";
    value.clsid = kClsid;
    return value;
  }
  bool is_clean() const { return temporary.files() == 0; }
  bool has_only_trace() const { return kept.files() == 1 && std::filesystem::exists(kept / "trace.jsonl"); }
};

// The trace read by the ordinary reader, with the number of its lines. `error` is empty if the trace is
// complete.
struct ReadBack {
  std::string error;
  std::uint64_t lines = 0;
  std::string last;
  std::string first;
};
ReadBack read_back(const std::string& path) {
  ReadBack result;
  trace::Reader reader = trace::Reader::of_file(path);
  trace::Line line;
  trace::Reader::Step step;
  while ((step = reader.next(line)) == trace::Reader::Step::kLine) {
  }
  if (reader.error() != nullptr) result.error = reader.error()->text();
  result.lines = reader.lines();
  std::string text = tests::contents(path);
  result.first = text.substr(0, text.find('\n'));
  if (!text.empty()) text.pop_back();
  result.last = text.substr(text.rfind('\n') + 1);
  return result;
}

}  // namespace

TEST_CASE("run_case: a finished case leaves only its trace") {
  const Bench bench;
  const Outcome outcome = bench.run("finish");
  INFO(outcome.message);
  CHECK(outcome.fate == Fate::kFinished);
  CHECK(outcome.died.empty());
  CHECK(outcome.stage == protocol::Stage::kFinished);
  CHECK(outcome.callbacks == 3);
  CHECK(outcome.last_callback == "MovedReferences2");
  CHECK_FALSE(outcome.inside_callback);
  CHECK(outcome.output == std::string("1 ") + kClsid + " /somewhere/profiler.so\n");
  CHECK(outcome.error_output == "mode finish\n");
  CHECK(outcome.trace_path == bench.kept / "trace.jsonl");
  CHECK(outcome.trace_error.empty());
  CHECK(bench.is_clean());
  CHECK(bench.has_only_trace());
  const ReadBack trace = read_back(outcome.trace_path);
  CHECK(trace.error.empty());
  CHECK(trace.lines == 9);
  CHECK(trace.first.starts_with("{\"gcrucible_trace\":1,\"source\":\"simulated\""));
  CHECK(trace.last == "{\"end\":true,\"lines\":9}");
}

TEST_CASE("run_case: without a path the trace is temporary") {
  const Bench bench;
  {
    RunOptions options = bench.options("finish");
    options.trace_path.clear();
    const Outcome outcome = run_case(Bench::sample(), options);
    CHECK(outcome.fate == Fate::kFinished);
    CHECK(read_back(outcome.trace_path).error.empty());
    CHECK(bench.temporary.files() == 1);
  }
  CHECK(bench.is_clean());
  CHECK(bench.kept.files() == 0);
}

TEST_CASE("run_case: a crash is reported with signal and callback and stack") {
  const Bench bench;
  const Outcome outcome = bench.run("crash");
  CHECK(outcome.fate == Fate::kCrashed);
  CHECK(outcome.died == "SIGSEGV");
  CHECK(outcome.signal == SIGSEGV);
  CHECK(outcome.message == "SIGSEGV at address 0x0000000000002340");
  CHECK(outcome.native_stack.find("stand-in-host+0x") != std::string::npos);
  CHECK(outcome.last_callback == "MovedReferences2");
  CHECK(outcome.inside_callback);
  CHECK(outcome.collection == 3);
  CHECK(outcome.stage == protocol::Stage::kRunning);
  CHECK(bench.is_clean());
  CHECK(bench.has_only_trace());
  const ReadBack trace = read_back(outcome.trace_path);
  CHECK(trace.error.empty());
  CHECK(trace.lines == 6);
  CHECK(trace.last ==
        "{\"end\":true,\"lines\":6,\"died\":\"SIGSEGV\",\"callback\":\"MovedReferences2\",\"collection\":3}");
}

TEST_CASE("run_case: a crash in Initialize keeps the lines before it") {
  const Bench bench;
  const Outcome outcome = bench.run("crash in Initialize");
  CHECK(outcome.fate == Fate::kCrashed);
  CHECK(outcome.last_callback == "Initialize");
  CHECK(outcome.stage == protocol::Stage::kInitializing);
  const ReadBack trace = read_back(outcome.trace_path);
  CHECK(trace.error.empty());
  CHECK(trace.lines == 4);
  CHECK(trace.first.find("\"runtime\":\"net10\"") != std::string::npos);
  CHECK(trace.first.find("\"event_mask\":null") != std::string::npos);
  CHECK(trace.first.find("\"seed\":42") != std::string::npos);
  CHECK(trace.last == "{\"end\":true,\"lines\":4,\"died\":\"SIGSEGV\",\"callback\":\"Initialize\"}");
}

TEST_CASE("run_case: abort and exit and exception are distinguished") {
  const Bench bench;
  const Outcome aborted = bench.run("abort");
  CHECK(aborted.fate == Fate::kCrashed);
  CHECK(aborted.died == "SIGABRT");
  CHECK_FALSE(aborted.native_stack.empty());

  const Outcome exited = bench.run("exit 7");
  CHECK(exited.fate == Fate::kExited);
  CHECK(exited.died == "exit code 7");
  CHECK(exited.exit_code == 7);
  CHECK(read_back(exited.trace_path).last.find("\"died\":\"exit code 7\"") != std::string::npos);

  const Outcome quiet = bench.run("exit 0");
  CHECK(quiet.fate == Fate::kExited);
  CHECK(quiet.died == "exit code 0");

  const Outcome threw = bench.run("throw");
  CHECK(threw.fate == Fate::kThrew);
  CHECK(threw.died == "exception");
  CHECK(threw.last_callback == "MovedReferences2");
  CHECK(read_back(threw.trace_path).error.empty());
  CHECK(bench.is_clean());
}

TEST_CASE("run_case: a crash after the last step is a crash in the trace too") {
  const Bench bench;
  const Outcome outcome = bench.run("crash at exit");
  CHECK(outcome.fate == Fate::kCrashed);
  CHECK(outcome.stage == protocol::Stage::kFinished);
  const ReadBack trace = read_back(outcome.trace_path);
  CHECK(trace.error.empty());
  CHECK(trace.lines == 9);
  CHECK(trace.last.find("\"lines\":9,\"died\":\"SIGSEGV\"") != std::string::npos);
}

TEST_CASE("run_case: an incomplete last line of the trace is removed") {
  const Bench bench;
  const Outcome outcome = bench.run("half a line");
  CHECK(outcome.fate == Fate::kCrashed);
  CHECK(outcome.died == "SIGKILL");
  const ReadBack trace = read_back(outcome.trace_path);
  CHECK(trace.error.empty());
  CHECK(trace.lines == 6);
}

TEST_CASE("run_case: a callback that does not return is a hang with its stack") {
  const Bench bench;
  RunOptions options = bench.options("hang");
  options.timeout = milliseconds(300);
  const Outcome outcome = run_case(Bench::sample(), options);
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.died == "timeout after 0.3 s");
  CHECK(outcome.last_callback == "MovedReferences2");
  CHECK(outcome.inside_callback);
#ifndef GCRUCIBLE_SANITIZED  // the thread sanitizer delays signals to a thread that does not block
  CHECK_FALSE(outcome.native_stack.empty());
#endif
  const ReadBack trace = read_back(outcome.trace_path);
  CHECK(trace.error.empty());
  CHECK(trace.last.find("\"died\":\"timeout after 0.3 s\"") != std::string::npos);
  CHECK(bench.is_clean());
}

TEST_CASE("run_case: a hang is found and named despite callbacks on other threads") {
  const Bench bench;
  RunOptions options = bench.options("hang during other callbacks");
  options.timeout = milliseconds(300);
  const Outcome outcome = run_case(Bench::sample(), options);
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.last_callback == "MovedReferences2");
  CHECK(outcome.inside_callback);
  CHECK(outcome.callback_number == 2);
  CHECK(outcome.callbacks > 4);
  CHECK(read_back(outcome.trace_path).last.find("\"callback\":\"MovedReferences2\"") != std::string::npos);
}

TEST_CASE("run_case: a hang in Shutdown is found despite suspensions by other threads") {
  const Bench bench;
  RunOptions options = bench.options("hang in Shutdown during a suspension");
  options.timeout = milliseconds(300);
  const Outcome outcome = run_case(Bench::sample(), options);
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.last_callback == "Shutdown");
  CHECK(outcome.inside_callback);
}

TEST_CASE("run_case: a hang that ignores SIGABRT or asks or stalls is found") {
  const Bench bench;
  for (const char* const mode : {"hang deaf", "ask for ever", "stall"}) {
    INFO(mode);
    RunOptions options = bench.options(mode);
    options.timeout = milliseconds(300);
    const Outcome outcome = run_case(Bench::sample(), options);
    CHECK(outcome.fate == Fate::kHung);
    CHECK(read_back(outcome.trace_path).error.empty());
    CHECK(bench.is_clean());
  }
}

TEST_CASE("run_case: a slow run with progress does not hang") {
  const Bench bench;
  RunOptions options = bench.options("slow");
  options.timeout = milliseconds(600);
  const Outcome outcome = run_case(Bench::sample(), options);
  CHECK(outcome.fate == Fate::kFinished);
  CHECK(outcome.callbacks == 21);
}

TEST_CASE("run_case: the time of the simulator does not count for the timeout") {
  const Bench bench;
  RunOptions options = bench.options("simulate");
  options.timeout = milliseconds(1000);
  const Outcome outcome = run_case(Bench::sample(), options);
  CHECK(outcome.fate == Fate::kFinished);
  CHECK(outcome.died.empty());
}

TEST_CASE("run_case: a stuck simulator is refused and not a hang of the profiler") {
  const Bench bench;
  RunOptions options = bench.options("simulate for ever");
  options.timeout = milliseconds(200);
  options.simulator_timeout = milliseconds(600);
  const Outcome outcome = run_case(Bench::sample(), options);
  CHECK(outcome.fate == Fate::kRefused);
  CHECK(outcome.died.empty());
  CHECK(outcome.message.starts_with("the simulator itself has made no progress for 0.6 s, "));
  CHECK(outcome.step_line == 12);
  CHECK(outcome.step_column == 5);
  CHECK(bench.is_clean());
}

TEST_CASE("run_case: a simulator that waits for a profiler lock is a hang") {
  const Bench bench;
  RunOptions options = bench.options("simulate and sleep");
  options.timeout = milliseconds(300);
  const Outcome outcome = run_case(Bench::sample(), options);
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.died == "timeout after 0.3 s");
  CHECK_FALSE(outcome.inside_callback);
  CHECK(place_of(outcome).starts_with("No thread was in its code, and the simulator waited for a lock"));
  CHECK(bench.is_clean());
}

TEST_CASE("run_case: a stalled program hangs although the simulator serves other threads") {
  const Bench bench;
  RunOptions options = bench.options("stall during simulation");
  options.timeout = milliseconds(300);
  const Outcome outcome = run_case(Bench::sample(), options);
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.died == "timeout after 0.3 s");
}

TEST_CASE("run_case: SIGKILL during simulation is refused and not a crash") {
  const Bench bench;
  const Outcome outcome = bench.run("simulate and be killed");
  CHECK(outcome.fate == Fate::kRefused);
  CHECK(outcome.died.empty());
  CHECK(outcome.message.find("(SIGKILL) while the simulator was at work") != std::string::npos);
  CHECK(outcome.step_line == 12);
}

TEST_CASE("run_case: a refused profiler leaves a message and the older trace") {
  const Bench bench;
  tests::write_file(bench.kept / "trace.jsonl", "older");
  const Outcome outcome = bench.run("refuse");
  CHECK(outcome.fate == Fate::kRefused);
  CHECK(outcome.profiler_refused);
  CHECK(outcome.message == "no ICorProfilerCallback2 here");
  CHECK(outcome.trace_path.empty());
  CHECK(outcome.trace_error.empty());
  CHECK(tests::contents(bench.kept / "trace.jsonl") == "older");
  CHECK(bench.has_only_trace());
  CHECK(bench.is_clean());

  const Outcome later = bench.run("refuse after Initialize");
  CHECK(later.fate == Fate::kRefused);
  const ReadBack trace = read_back(later.trace_path);
  CHECK(trace.error.empty());
  CHECK(trace.last.find("\"refused\":\"Initialize failed\"") != std::string::npos);
}

TEST_CASE("run_case: a missing host or unwritable trace is named") {
  const Bench bench;
  RunOptions absent = bench.options("finish");
  absent.host_path = bench.kept / "no-host";
  CHECK(run_case(Bench::sample(), absent).message ==
        (bench.kept / "no-host") + ": cannot be started: No such file or directory");
  RunOptions nowhere = bench.options("finish");
  nowhere.trace_path = bench.kept / "no/trace.jsonl";
  const Outcome outcome = run_case(Bench::sample(), nowhere);
  CHECK(outcome.fate == Fate::kRefused);
  CHECK_FALSE(outcome.profiler_refused);
  CHECK(outcome.message.find("no/trace.jsonl") != std::string::npos);
  const Outcome early = bench.run("fail to begin");
  CHECK(early.fate == Fate::kRefused);
  CHECK(early.message.find("before it began: no such option") != std::string::npos);
  CHECK(bench.kept.files() == 0);
  CHECK(bench.is_clean());
}

TEST_CASE("run_case: without write_trace there is no trace") {
  const Bench bench;
  protocol::Case value = Bench::sample();
  value.write_trace = false;
  const Outcome outcome = run_case(value, bench.options("finish"));
  CHECK(outcome.fate == Fate::kFinished);
  CHECK(outcome.trace_path.empty());
  CHECK(bench.kept.files() == 0);
}

TEST_CASE("run_case: captured output is limited and left child processes are reported") {
  const Bench bench;
  const Outcome loud = bench.run("print a lot");
  CHECK(loud.output.size() < 70'000);
  CHECK(loud.output.find("line 0\n") != std::string::npos);
  CHECK(loud.output.find(" bytes left out ...]\nline ") != std::string::npos);
  CHECK(loud.output.ends_with("line 99999\n"));
  platform::adopt_orphans();
  const Outcome left = bench.run("leave a child");
  CHECK(left.fate == Fate::kLeftProcesses);
  // One for each callback.
  CHECK(left.left_processes == 2);
  CHECK(left.left_names == "stand-in-host");
}

TEST_CASE("run_case: a driver stopped by a signal leaves no file and no host") {
  const Bench bench;
  for (const int stop : {SIGINT, SIGTERM}) {
    std::thread stopper;
    const pid_t driver = fork();
    if (driver == 0) {
      for (const int each : {SIGINT, SIGTERM}) signal(each, SIG_DFL);
      run_case(Bench::sample(), bench.options("hang"));
      _exit(0);
    }
    // Once the trace has a header, the host is in its callback.
    for (int i = 0; i < 1000; ++i) {
      std::string text;
      for (const auto& file : std::filesystem::directory_iterator(bench.kept.path())) {
        text = tests::contents(file.path().string());
      }
      if (text.find("gcrucible_trace") != std::string::npos) break;
      std::this_thread::sleep_for(milliseconds(10));
    }
    CHECK(bench.kept.files() == 1);
    kill(driver, stop);
    int status = 0;
    waitpid(driver, &status, 0);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == stop);
    CHECK(bench.is_clean());
    CHECK(bench.kept.files() == 0);
  }
}

}  // namespace gcrucible::driver
