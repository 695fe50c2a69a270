// Threads that sleep in their turn, and cases that look similar.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "harness/schedule/round_robin.h"
#include "harness/schedule/stage.h"
#include "harness/schedule/thread_pool.h"
#include "tests/support/catch.h"

namespace gcrucible::schedule {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kPatience{1};

TEST_CASE("Stage: a thread that sleeps in its turn is left outside") {
  RoundRobin strategy;
  ThreadPool pool(2);
  std::atomic<bool> asleep{false};
  std::atomic<bool> released{false};
  const auto sleeps = [&](Actor actor) { return actor == 0 && asleep; };
  Stage stage(strategy, 2, {.points = {Point::kEntry}, .sleeps = sleeps, .patience = kPatience});
  std::string order;
  pool.play(stage, [&](Actor actor) {
    reach(Point::kEntry);
    if (actor == 0) {
      asleep = true;
      while (!released) std::this_thread::yield();
      asleep = false;
      reach(Point::kEntry);
      order += 'A';
    } else {
      order += 'B';
      released = true;
    }
  });
  CHECK(order == "BA");
  CHECK_FALSE(stage.deterministic());
}

TEST_CASE("Stage: a working thread or one seen asleep once is waited for") {
  RoundRobin strategy;
  ThreadPool pool(2);
  std::atomic<int> looks{0};
  const auto sleeps = [&](Actor) { return ++looks % 2 == 1; };
  Stage stage(strategy, 2, {.points = {Point::kEntry}, .sleeps = sleeps, .patience = kPatience});
  std::string order;
  pool.play(stage, [&](Actor actor) {
    reach(Point::kEntry);
    while (actor == 0 && looks < 6) std::this_thread::yield();
    order += static_cast<char>('A' + actor);
  });
  CHECK(order == "AB");
  CHECK(stage.deterministic());
}

// Each turn is checked twice, and the second check ends after the turn. The machine may stop the checking
// thread for any time.
TEST_CASE("Stage: an observation of an earlier turn does not count") {
  constexpr int kTurns = 6;
  RoundRobin strategy;
  ThreadPool pool(2);
  Stage* played = nullptr;
  std::uint64_t looked_at = 0;  // one check at a time
  std::atomic<std::uint64_t> looked_at_twice{0};
  const auto sleeps = [&](Actor) {
    const std::optional<Stage::Turn> turn = played->turn();
    if (!turn || std::exchange(looked_at, turn->number) != turn->number) return true;
    looked_at_twice = turn->number;
    while (played->turn() == turn) std::this_thread::yield();
    return true;
  };
  Stage stage(strategy, 2, {.points = {Point::kEntry}, .sleeps = sleeps, .patience = kPatience});
  played = &stage;
  std::atomic<int> turns{0};
  pool.play(stage, [&](Actor) {
    reach(Point::kEntry);
    while (turns < kTurns && stage.deterministic()) {
      ++turns;
      const std::optional<Stage::Turn> mine = stage.turn();
      while (mine && looked_at_twice < mine->number && stage.deterministic()) std::this_thread::yield();
      reach(Point::kEntry);
    }
  });
  CHECK(turns == kTurns);
  CHECK(stage.deterministic());
}

}  // namespace
}  // namespace gcrucible::schedule
