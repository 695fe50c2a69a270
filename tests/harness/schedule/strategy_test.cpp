#include "harness/schedule/strategy.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <thread>

#include "harness/schedule/make.h"
#include "harness/schedule/replay.h"
#include "tests/harness/schedule/play.h"
#include "tests/support/catch.h"

namespace gcrucible::schedule {
namespace {

using program::Schedule;

std::string order_of(const Schedule& schedule, std::uint32_t actors, std::uint32_t each) {
  const auto strategy = make(schedule);
  ThreadPool pool(actors);
  Stage stage(*strategy, actors, {.points = {Point::kEntry}});
  return tests::reported(pool, stage, tests::callbacks(actors, each));
}

// The letters of tests::reported come in pairs if returns are not points.
TEST_CASE("RoundRobin: each thread runs in turn") {
  CHECK(order_of({.kind = Schedule::Kind::kRoundRobin}, 3, 2) == "AABBCCAABBCC");
}

TEST_CASE("Replay: without switches each thread runs to its end") {
  CHECK(order_of({.kind = Schedule::Kind::kSwitches}, 2, 2) == "AAAABBBB");
}

TEST_CASE("Replay: switches apply at their decisions and impossible ones are missed") {
  Schedule schedule{.kind = Schedule::Kind::kSwitches, .switches = {{0, 1}, {1, 0}, {2, 7}}};
  CHECK(order_of(schedule, 2, 2) == "BBAAAABB");
  Replay replay(schedule.switches);
  ThreadPool pool(2);
  Stage stage(replay, 2, {.points = {Point::kEntry}});
  tests::reported(pool, stage, tests::callbacks(2, 2));
  CHECK(replay.missed() == 1);
}

TEST_CASE("RandomWalk: depends on the seed and reaches each interleaving") {
  const auto walk = [](std::uint64_t seed) {
    return order_of({.kind = Schedule::Kind::kRandom, .seed = seed}, 2, 2);
  };
  CHECK(walk(7) == walk(7));
  std::set<std::string> orders;
  for (std::uint64_t seed = 0; seed < 200; ++seed) orders.insert(walk(seed));
  CHECK(orders.size() == 6);
}

std::uint32_t changes_of_thread(const std::string& order) {
  std::uint32_t changes = 0;
  for (std::size_t i = 1; i < order.size(); ++i) changes += order[i] != order[i - 1] ? 1 : 0;
  return changes;
}

TEST_CASE("PCT: changes the thread at most as often as allowed") {
  std::set<std::string> orders;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (std::uint32_t changes = 0; changes < 3; ++changes) {
      const Schedule schedule{.kind = Schedule::Kind::kPct, .seed = seed, .changes = changes, .length = 8};
      const std::string order = order_of(schedule, 3, 3);
      // Each thread ends once, and each change preempts the running thread once.
      CHECK(changes_of_thread(order) <= 2 + changes);
      if (changes == 1) orders.insert(order);
    }
  }
  CHECK(orders.size() > 12);
}

TEST_CASE("free schedule: threads are on no stage and do not wait") {
  const auto strategy = make({.kind = Schedule::Kind::kFree});
  ThreadPool pool(2);
  Stage stage(*strategy, 2);
  std::atomic<int> there{0};
  std::atomic<int> on_stage{0};
  pool.play(stage, [&](Actor) {
    if (Stage::here() != nullptr) ++on_stage;
    ++there;
    // Neither would get past this if they ran one after another.
    while (there != 2) std::this_thread::yield();
    reach(Point::kEntry);
  });
  CHECK(on_stage == 0);
  CHECK(stage.switches().empty());
}

}  // namespace
}  // namespace gcrucible::schedule
