#include "bench/turns.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <atomic>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "bench/dotnet/recorder_environment.h"
#include "harness/campaign/campaign.h"
#include "harness/driver/host/warm_host.h"
#include "harness/driver/profiler_library.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/null_device.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/platform/process/process.h"
#include "harness/runtimes/runtimes.h"

namespace gcrucible::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes kTimeout{5};
constexpr std::uint32_t kObjects = 50;
constexpr std::uint32_t kCollections = 2;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// Children count after they have been waited for. Both sides have done that at the end of their turns.
double processor_seconds() {
  double sum = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage = {};
    if (getrusage(who, &usage) == 0) sum += seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  }
  return sum;
}

class Stopwatch {
 public:
  Rate rate(std::uint64_t cases) const {
    return {.cases = cases,
            .seconds = std::chrono::duration<double>(Clock::now() - begun_).count(),
            .processor_seconds = processor_seconds() - processor_before_};
  }
  bool over(std::chrono::milliseconds length) const { return Clock::now() - begun_ >= length; }

 private:
  Clock::time_point begun_ = Clock::now();
  double processor_before_ = processor_seconds();
};

// Fails if the process does not end as expected.
Expected<void> run_once(const std::vector<std::string>& command, const platform::Environment& environment,
                        const std::string& output) {
  auto started = platform::Process::start({.arguments = command,
                                           .environment = environment,
                                           .working_folder = {},
                                           .output = output,
                                           .error_output = output});
  if (!started) return failure(std::move(started.error()));
  const auto end = started->wait(kTimeout);
  if (!end) return failure(command.front() + " did not end within 5 minutes");
  if (!end->signal && end->exit_code == 0) return {};
  return failure(command.front() + " ended with " + platform::to_text(*end));
}

class Nobody final : public campaign::Watcher {
 public:
  void progress(const campaign::Result&) override {}
};

// As many workers as jobs. Each worker creates its own case runner, or fails to.
template <typename Make>
Expected<Rate> turn_of(const TurnOptions& options, Make make) {
  std::mutex mutex;
  Expected<void> turn;
  std::atomic<std::uint64_t> cases{0};
  const Stopwatch watch;
  const auto work = [&] {
    Expected<void> done;
    {
      auto one = make();
      while (done && !watch.over(options.length)) {
        done = one();
        if (done) ++cases;
      }
    }
    const std::lock_guard lock(mutex);
    if (turn) turn = std::move(done);
  };
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < options.jobs; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  if (!turn) return failure(std::move(turn.error()));
  return watch.rate(cases);
}

}  // namespace

Expected<Rate> dotnet_turn(const std::string& dotnet, const std::string& workload,
                           const TurnOptions& options) {
  const auto make = [&] {
    auto trace = platform::TemporaryFile::in_temporary_folder("recording.jsonl");
    auto output = platform::TemporaryFile::in_temporary_folder("dotnet.txt");
    auto one = [&, trace = std::move(trace), output = std::move(output)]() -> Expected<void> {
      if (!trace) return failure(trace.error());
      if (!output) return failure(output.error());
      return run_once({dotnet, workload, "compact"},
                      dotnet_environment({"GCRUCIBLE_RECORDER_OUT=" + trace->path()}), output->path());
    };
    return one;
  };
  return turn_of(options, make);
}

Expected<Rate> campaign_turn(const campaign::TypePool& pool, bool in_process, const TurnOptions& options) {
  const Expected<driver::ProfilerLibrary> recorder =
      driver::check_profiler_library(platform::beside_executable(kRecorderFile));
  if (!recorder) return failure(recorder.error());
  Expected<program::RuntimeProfile> runtime = runtimes::load("documented");
  if (!runtime) return failure(runtime.error());
  campaign::Plan plan;
  plan.envelope.runtime = *runtime;
  plan.subject.library = recorder->path;
  plan.subject.clsid = kRecorderClsid;
  plan.subject.in_process = in_process;
  plan.subject.run.environment = {
      std::string("GCRUCIBLE_RECORDER_OUT=") + platform::kNullDevice, "GCRUCIBLE_RECORDER_MODE=record",
      "GCRUCIBLE_RECORDER_MASK=", "GCRUCIBLE_RECORDER_FAIL=", "GCRUCIBLE_RECORDER_CALLBACKS=11"};
  plan.bounds = campaign::Bounds{
      .objects = kObjects, .collections = kCollections, .steps_between = kObjects / kCollections};
  plan.seed = options.seed;
  plan.jobs = options.jobs;
  plan.cases = std::numeric_limits<std::uint64_t>::max();
  plan.time = options.length;
  plan.shrinks = false;
  Nobody watcher;
  const Stopwatch watch;
  const campaign::Result result = campaign::run(plan, pool, watcher);
  const Rate rate = watch.rate(result.cases);
  if (result.refused != 0) return failure("a case could not be played: " + result.refusal);
  if (result.faults.empty()) return rate;
  const campaign::Fault& first = result.faults.front();
  return failure(fmt::format("case {} of seed {} broke {}: {}", first.number, plan.seed,
                             campaign::text_of(first.cause), first.trouble.what));
}

Expected<Rate> copies_turn(const TurnOptions& options) {
  return turn_of(options, [] {
    return [host = driver::WarmHost({}), nothing = protocol::Case{}]() mutable -> Expected<void> {
      // A program without a thread. The host refuses it after reading it.
      const driver::Outcome outcome = host.run(nothing);
      if (host.fallbacks() != 0) return failure("the host does not serve copies of itself here");
      if (outcome.fate != driver::Fate::kRefused)
        return failure("a host played a program that has no thread");
      return {};
    };
  });
}

}  // namespace gcrucible::bench
