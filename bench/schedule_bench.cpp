// The time that gcrucible itself needs for a schedule: every interleaving of two threads with four callbacks
// each.
//
//   build/release/bin/schedule_bench      exit status: 0 below the limit, 1 above it
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

#include "harness/schedule/exhaustive.h"
#include "harness/schedule/stage.h"
#include "harness/schedule/thread_pool.h"

namespace {

using gcrucible::schedule::Actor;
using gcrucible::schedule::Exhaustive;
using gcrucible::schedule::Point;
using gcrucible::schedule::Points;
using gcrucible::schedule::Stage;
using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

constexpr double kLimit = 50;  // microseconds for each schedule, median

// False if the median is above the limit.
bool measure(const char* what, Points points) {
  gcrucible::schedule::ThreadPool pool(2);
  Exhaustive strategy;
  std::vector<double> times;
  const std::clock_t processor = std::clock();
  do {
    const Clock::time_point before = Clock::now();
    Stage stage(strategy, 2, {.points = points});
    pool.play(stage, [](Actor) {
      for (int callback = 0; callback < 4; ++callback) {
        gcrucible::schedule::reach(Point::kEntry);
        gcrucible::schedule::reach(Point::kReturn);
      }
    });
    times.push_back(Microseconds(Clock::now() - before).count());
  } while (strategy.advance());
  double sum = 0;
  for (const double each : times) sum += each;
  std::ranges::sort(times);
  const auto count = static_cast<double>(times.size());
  const double processors = static_cast<double>(std::clock() - processor) * 1e6 / CLOCKS_PER_SEC / count;
  std::printf("%s: %zu schedules, %.1f us each (median %.1f, 99 of 100 below %.1f; of processors %.1f)\n",
              what, times.size(), sum / count, times[times.size() / 2], times[times.size() * 99 / 100],
              processors);
  return times[times.size() / 2] < kLimit;
}

}  // namespace

int main() {
  const bool callbacks = measure("a callback as one step", {Point::kEntry});
  const bool returns = measure("entry and return as steps", {Point::kEntry, Point::kReturn});
  return callbacks && returns ? 0 : 1;
}
