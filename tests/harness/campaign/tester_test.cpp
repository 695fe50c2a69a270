// Misbehaving profilers and generated programs, in three modes: separate processes, copies of one process,
// and one process.
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/campaign.h"
#include "harness/campaign/generate/generator.h"
#include "harness/campaign/trial.h"
#include "harness/runtimes/runtimes.h"
#include "tests/harness/driver/same_outcome.h"
#include "tests/support/places.h"

namespace gcrucible::campaign {
namespace {

using driver::Fate;
using driver::RunOptions;

constexpr const char* kDyingClsid = "{7D4A1C2E-93B0-4C5F-8E21-6F0B9A3D5C84}";
constexpr const char* kStubbornClsid = "{5E1F0A2B-3C4D-4E5F-8091-A2B3C4D5E6F7}";
constexpr const char* kRecorderClsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}";

RunOptions options_with(const std::string& variable, int seconds = 20) {
  RunOptions options;
  options.host_path = in_build("/gcrucible-host");
  options.timeout = std::chrono::seconds(seconds);
  options.environment = {variable};
  return options;
}

Generated generated(std::uint64_t seed) {
  static const TypePool pool;
  static const Envelope envelope{.runtime = *runtimes::load("net10")};
  return generate(pool, envelope, seed, {.objects = 50, .collections = 2, .steps_between = 25});
}

program::Program moving() {
  const TypePool pool;
  program::Program made = pool.program();
  made.runtime = *runtimes::load("net10");
  made.steps.push_back({.action = program::Collect{}});
  return as_played(std::move(made));
}

protocol::Case case_for(const program::Program& program, const char* library, const char* clsid) {
  protocol::Case value;
  value.program = program;
  value.profiler_path = in_build(library);
  value.clsid = clsid;
  return value;
}

Subject subject_of(const char* library, const char* clsid, RunOptions run) {
  Subject subject;
  subject.library = in_build(library);
  subject.clsid = clsid;
  subject.run = std::move(run);
  return subject;
}

}  // namespace

TEST_CASE("WarmHost: a crash is reported the same by a fork and by an own process") {
  std::vector<std::string> ways;
  for (const char* const way :
       {"crash", "exit", "throw", "abort", "close files", "throw on another thread", "refuse"}) {
    for (const char* const place :
         {"dlopen", "DllMain", "DllGetClassObject", "CreateInstance", "Initialize", "Shutdown"}) {
      ways.push_back(std::string(way) + " at " + place);
    }
  }
  const program::Program program = moving();
  const protocol::Case value = case_for(program, "/cli_dying_profiler.so", kDyingClsid);
  for (const std::string& way : ways) {
    INFO(way);
    // This one hangs: dlopen holds the loader's lock, and unwinding on the other thread waits for it.
    const bool hangs = way == "throw on another thread at dlopen";
    const RunOptions options = options_with("CLI_TEST_DIE=" + way, hangs ? 2 : 20);
    driver::WarmHost host(options);
    const driver::Outcome apart = run_case(value, options);
    tests::check_same(apart, host.run(value));
    CHECK(host.fallbacks() == 0);
    // In one process, only a normal end can be reported.
    const std::optional<driver::Outcome> in_place = host.run_in_place(value);
    CHECK(in_place.has_value() == (apart.fate == Fate::kFinished));
  }
}

TEST_CASE("WarmHost: a hang is reported the same by a fork and by an own process") {
  const protocol::Case value = case_for(moving(), "/cli_dying_profiler.so", kDyingClsid);
  for (const char* const way : {"hang at Initialize", "hang deaf at Shutdown", "hang at dlopen"}) {
    INFO(way);
    const RunOptions options = options_with(std::string("CLI_TEST_DIE=") + way, 1);
    driver::WarmHost host(options);
    const driver::Outcome apart = run_case(value, options);
    CHECK(apart.fate == Fate::kHung);
    tests::check_same(apart, host.run(value));
    CHECK_FALSE(host.run_in_place(value).has_value());
    // Whatever happened to the hosts, the next case has one.
    tests::check_same(apart, host.run(value));
  }
  const protocol::Case stubborn = case_for(moving(), "/host_test_stubborn.so", kStubbornClsid);
  const RunOptions options = options_with("HOST_TEST_STUBBORN=suspends", 1);
  driver::WarmHost host(options);
  tests::check_same(run_case(stubborn, options), host.run(stubborn));
}

TEST_CASE("WarmHost: own process and fork and one process give the same trace") {
  const RunOptions options = options_with("GCRUCIBLE_RECORDER_OUT=/dev/null");
  driver::WarmHost host(options);
  int in_place = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const protocol::Case value =
        case_for(generated(seed).program, "/libgcrucible_recorder.so", kRecorderClsid);
    INFO("seed " << seed);
    const driver::Outcome apart = run_case(value, options);
    tests::check_same(apart, host.run(value));
    if (const auto here = host.run_in_place(value)) {
      ++in_place;
      CHECK(tests::trace_of(*here) == tests::trace_of(apart));
    }
  }
  CHECK(in_place > 50);
  CHECK(host.fallbacks() == 0);
}

TEST_CASE("Tester: a failure in one process is tried again in an own process") {
  Subject subject =
      subject_of("/cli_dying_profiler.so", kDyingClsid, options_with("CLI_TEST_DIE=crash at Shutdown"));
  subject.in_process = true;
  const Trial trial = Tester(subject).try_program(moving());
  REQUIRE(trial.troubles.size() == 1);
  CHECK(trial.troubles[0].cause.rule == "crash");
  CHECK_FALSE(trial.troubles[0].only_in_process);
}

}  // namespace gcrucible::campaign
