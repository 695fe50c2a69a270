#include "harness/driver/host/warm_host.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>

#include "harness/platform/files/executable_path.h"
#include "harness/platform/process/left_processes.h"
#include "tests/harness/driver/same_outcome.h"
#include "tests/harness/platform/fate.h"
#include "tests/harness/platform/scratch_folder.h"

namespace gcrucible::driver {
namespace {

using std::chrono::milliseconds;

protocol::Case sample() {
  protocol::Case value;
  value.program.runtime.name = "net10";
  value.program.seed = 42;
  value.profiler_path = "/somewhere/profiler.so";
  value.clsid = "{01234567-89AB-CDEF-0123-456789ABCDEF}";
  return value;
}

RunOptions options_for(std::string_view mode) {
  RunOptions options;
  options.host_path = platform::beside_executable("stand-in-host");
  const bool hangs = mode.find("hang") != mode.npos || mode == "ask for ever" || mode.starts_with("stall");
  options.timeout = milliseconds(hangs ? 300 : 20'000);
  options.environment = {"GCRUCIBLE_STAND_IN=" + std::string(mode)};
  if (mode == "simulate" || mode == "simulate for ever") {
    options.timeout = milliseconds(200);
    options.simulator_timeout = milliseconds(mode == "simulate" ? 20'000 : 600);
  }
  return options;
}

constexpr milliseconds kLongest{20'000};

// Whether the run reached the end of its mode, and did not hit the timeout because the machine was slow.
bool came_to_its_end(std::string_view mode, const Outcome& outcome) {
  if (mode == "simulate") return outcome.fate == Fate::kFinished;
  if (mode == "simulate for ever") return outcome.fate == Fate::kRefused && outcome.step_line == 12;
  if (mode == "hang in Shutdown during a suspension")
    return outcome.fate == Fate::kHung && outcome.last_callback == "Shutdown";
  const bool in_callback = mode.starts_with("hang") || mode == "ask for ever";
  if (!in_callback && !mode.starts_with("stall")) return outcome.fate != Fate::kHung;
  const bool there = outcome.fate == Fate::kHung && outcome.stage == protocol::Stage::kRunning &&
                     outcome.last_callback == "MovedReferences2";
  return there && outcome.inside_callback == in_callback && (in_callback || outcome.callbacks == 3);
}

bool runs(const std::string& pid) {
  std::ifstream status("/proc/" + pid + "/stat");
  std::string number, name, state;
  return status >> number >> name >> state && state != "Z";
}

}  // namespace

TEST_CASE("WarmHost: each outcome equals that of an own host repeatedly") {
  platform::adopt_orphans();
  for (const char* const mode : {"finish",
                                 "crash",
                                 "crash in Initialize",
                                 "crash at exit",
                                 "abort",
                                 "exit 7",
                                 "exit 0",
                                 "exit 0 at exit",
                                 "throw",
                                 "half a line",
                                 "refuse",
                                 "refuse after Initialize",
                                 "print a lot",
                                 "leave a child",
                                 "simulate and be killed",
                                 "hang",
                                 "hang deaf",
                                 "hang during other callbacks",
                                 "hang in Shutdown during a suspension",
                                 "ask for ever",
                                 "stall",
                                 "stall during simulation",
                                 "simulate",
                                 "simulate for ever"}) {
    INFO(mode);
    RunOptions options = options_for(mode);
    const bool exactly =
        std::string_view(mode) != "hang during other callbacks" && std::string_view(mode) != "ask for ever";
    // On a busy machine a short timeout may end before the run reaches the hang. In that case it is repeated
    // with a longer one.
    for (bool again = true; again;) {
      WarmHost host(options);
      const Outcome apart = run_case(sample(), options);
      const Outcome first = host.run(sample());
      const Outcome second = host.run(sample());
      again = options.timeout < kLongest && !(came_to_its_end(mode, apart) && came_to_its_end(mode, first) &&
                                              came_to_its_end(mode, second));
      options.timeout *= 2;
      options.simulator_timeout *= 2;
      if (again) continue;
      for (const Outcome* const served : {&first, &second}) tests::check_same(apart, *served, exactly);
      CHECK(came_to_its_end(mode, apart));
      CHECK(host.fallbacks() == 0);
    }
  }
}

TEST_CASE("KnownHangs: a later hang at the same place has a shorter timeout") {
  KnownHangs known;
  RunOptions options = options_for("hang");
  options.known_hangs = &known;
  Outcome first = run_case(sample(), options);
  for (; !came_to_its_end("hang", first) && options.timeout < kLongest; options.timeout *= 2)
    first = run_case(sample(), options);
  REQUIRE(came_to_its_end("hang", first));
  CHECK(known.times(place_name(first)) != 0);
  options.timeout = milliseconds(30'000);
  CHECK(run_case(sample(), options).died == "timeout after 3 s");
  CHECK(WarmHost(options).run(sample()).died == "timeout after 3 s");
  options.timeout = milliseconds(4'000);
  CHECK(run_case(sample(), options).died == "timeout after 1 s");
  KnownHangs elsewhere;
  elsewhere.add("Shutdown");
  options.known_hangs = &elsewhere;
  CHECK(run_case(sample(), options).died == "timeout after 4 s");
}

TEST_CASE("WarmHost: writes no trace or one with a path as asked") {
  RunOptions options = options_for("finish");
  protocol::Case value = sample();
  value.write_trace = false;
  CHECK(WarmHost(options).run(value).trace_text.empty());
  const tests::ScratchFolder kept;
  options.trace_path = kept / "trace.jsonl";
  const Outcome outcome = WarmHost(options).run(sample());
  CHECK(outcome.trace_path == options.trace_path);
  CHECK(outcome.trace_text.empty());
}

TEST_CASE("WarmHost: a case for another profiler gets its own environment") {
  WarmHost host(options_for("finish"));
  protocol::Case other = sample();
  other.profiler_path = "/elsewhere/profiler.so";
  for (const protocol::Case& value : {sample(), other, sample()}) {
    CHECK(host.run(value).output == "1 " + value.clsid + " " + value.profiler_path + "\n");
  }
}

TEST_CASE("WarmHost: without a server the case runs in an own host") {
  RunOptions options = options_for("finish");
  options.host_path = "/somewhere/no-host";
  WarmHost absent(options);
  CHECK(absent.run(sample()).message == run_case(sample(), options).message);
  WarmHost early(options_for("fail to begin"));
  CHECK(early.run(sample()).message == run_case(sample(), options_for("fail to begin")).message);
  CHECK(early.fallbacks() == 1);
}

TEST_CASE("WarmHost: a driver stopped by a signal leaves no process and no file") {
  const tests::ScratchFolder temporary;
  for (const int stop : {SIGINT, SIGTERM, SIGKILL}) {
    const std::string file = temporary / ("pid-" + std::to_string(stop));
    RunOptions options = options_for("hang");
    options.timeout = milliseconds(60'000);
    options.environment.push_back("GCRUCIBLE_STAND_IN_PID=" + file);
    const pid_t driver = fork();
    if (driver == 0) {
      for (const int each : {SIGINT, SIGTERM}) signal(each, SIG_DFL);
      platform::set_environment_variable("TMPDIR", temporary.path());
      WarmHost(options).run(sample());
      _exit(0);
    }
    std::string copy;
    for (int i = 0; i < 1000 && copy.empty(); ++i) {
      std::this_thread::sleep_for(milliseconds(10));
      std::getline(std::ifstream(file), copy);
    }
    REQUIRE(!copy.empty());
    CHECK(runs(copy));
    kill(driver, stop);
    int status = 0;
    waitpid(driver, &status, 0);
    CHECK(WIFSIGNALED(status));
    for (int i = 0; i < 1000 && runs(copy); ++i) std::this_thread::sleep_for(milliseconds(10));
    CHECK_FALSE(runs(copy));
    std::filesystem::remove(file);
  }
  CHECK(temporary.files() == 0);
}

}  // namespace gcrucible::driver
