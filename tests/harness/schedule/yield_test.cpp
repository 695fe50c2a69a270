// Threads that yield until another thread has done what they check for.
#include <memory>
#include <optional>
#include <vector>

#include "harness/schedule/make.h"
#include "harness/schedule/stage.h"
#include "harness/schedule/thread_pool.h"
#include "tests/support/catch.h"

namespace gcrucible::schedule {
namespace {

using program::Schedule;

std::vector<Schedule> schedules() {
  std::vector<Schedule> all{{.kind = Schedule::Kind::kRoundRobin}};
  using Switches = std::vector<program::Switch>;
  for (const Switches& switches : {Switches{}, Switches{{1, 2}}, Switches{{1, 3}, {2, 1}, {3, 2}}})
    all.push_back({.kind = Schedule::Kind::kSwitches, .switches = switches});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    all.push_back({.kind = Schedule::Kind::kRandom, .seed = seed});
    all.push_back({.kind = Schedule::Kind::kPct, .seed = seed});
  }
  return all;
}

// A fair lock: only the thread with the served ticket comes next.
TEST_CASE("yield: a ticket lock is passed on under each schedule") {
  for (const Schedule& schedule : schedules()) {
    constexpr std::uint32_t kActors = 4;
    constexpr int kMostYields = 1000;
    const std::unique_ptr<Strategy> strategy = make(schedule);
    ThreadPool pool(kActors);
    Stage stage(*strategy, kActors);
    int taken = 0, served = 0, yields = 0;
    pool.play(stage, [&](Actor) {
      for (int i = 0; i < 3; ++i) {
        stage.reach(Point::kLock);
        const int ticket = taken++;
        while (served != ticket && ++yields < kMostYields) stage.yield(Point::kLock);
        stage.reach(Point::kEntry);
        ++served;
      }
    });
    INFO(static_cast<int>(schedule.kind) << " " << schedule.seed << " " << schedule.switches.size());
    CHECK(yields < kMostYields);
    CHECK(served == 12);
    CHECK(stage.deterministic());
  }
}

}  // namespace
}  // namespace gcrucible::schedule
