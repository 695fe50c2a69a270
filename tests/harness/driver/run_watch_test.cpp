#include "harness/driver/run_watch.h"

#include <unistd.h>

#include <thread>

#include "tests/support/catch.h"

namespace gcrucible::driver {
namespace {

using platform::Activity;
using std::chrono::milliseconds;

// A run whose profiler does nothing that can be seen, and that ends after so many looks.
Watched watch_for(int looks, const Look& look, milliseconds timeout) {
  host::ControlBlock block;
  block.stage = host::Stage::kRunning;
  RunOptions options;
  options.timeout = timeout;
  int waits = 0;
  const WaitForEnd wait = [&](milliseconds limit) -> std::optional<platform::ProcessEnd> {
    std::this_thread::sleep_for(limit);
    return ++waits == looks ? std::optional<platform::ProcessEnd>(platform::ProcessEnd{}) : std::nullopt;
  };
  return watch(wait, look, block, options);
}

// The timeout is less than the looks last, and more than a tenth of the longest that they count for.
constexpr int kLooks = 30;
constexpr milliseconds kTimeout{1'000};

}  // namespace

TEST_CASE("a run that wants a processor and is given none does not hang") {
  const Watched watched = watch_for(
      kLooks, [] { return Activity{.ready = true}; }, kTimeout);
  CHECK(watched.end.has_value());
  CHECK(watched.standstill == Standstill::kNone);
}

TEST_CASE("a run that sleeps hangs") {
  const Watched watched = watch_for(
      kLooks, [] { return Activity{.sleeps = true}; }, kTimeout);
  CHECK_FALSE(watched.end.has_value());
  CHECK(watched.standstill == Standstill::kProfiler);
}

TEST_CASE("a run that works without a callback hangs") {
  milliseconds worked{0};
  const auto spins = [&] {
    worked += milliseconds(1'000);
    return Activity{.ready = true, .worked = worked};
  };
  const Watched watched = watch_for(kLooks, spins, kTimeout);
  CHECK_FALSE(watched.end.has_value());
  CHECK(watched.standstill == Standstill::kProfiler);
}

TEST_CASE("a run that is starved for ever is given up all the same") {
  const Watched watched = watch_for(
      1'000'000, [] { return Activity{.ready = true}; }, milliseconds(50));
  CHECK(watched.standstill == Standstill::kProfiler);
}

#ifdef __linux__
TEST_CASE("the activity of a process is what its threads are at") {
  // This one asks, and so it runs.
  const Activity own = platform::activity_of(getpid());
  CHECK(own.ready);
  CHECK_FALSE(own.sleeps);
  CHECK_FALSE(platform::activity_of(-1).ready);
  CHECK_FALSE(platform::activity_of(-1).sleeps);
}
#endif

}  // namespace gcrucible::driver
