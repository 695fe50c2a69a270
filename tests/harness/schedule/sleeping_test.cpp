// Whoever sleeps in its turn, and what is no such sleep.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "harness/schedule/replay.h"
#include "harness/schedule/round_robin.h"
#include "harness/schedule/stage.h"
#include "harness/schedule/troupe.h"
#include "tests/support/catch.h"

namespace gcrucible::schedule {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kPatience{1};

TEST_CASE("who sleeps in its turn, for what another one has, is let alone") {
  RoundRobin strategy;
  Troupe troupe(2);
  std::atomic<bool> asleep{false};
  std::atomic<bool> released{false};
  const auto sleeps = [&](Actor actor) { return actor == 0 && asleep; };
  Stage stage(strategy, 2, {.points = {Point::kEntry}, .sleeps = sleeps, .patience = kPatience});
  std::string order;
  troupe.play(stage, [&](Actor actor) {
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

TEST_CASE("who works in its turn is waited for, and so is who has slept only once") {
  RoundRobin strategy;
  Troupe troupe(2);
  std::atomic<int> looks{0};
  const auto sleeps = [&](Actor) { return ++looks % 2 == 1; };
  Stage stage(strategy, 2, {.points = {Point::kEntry}, .sleeps = sleeps, .patience = kPatience});
  std::string order;
  troupe.play(stage, [&](Actor actor) {
    reach(Point::kEntry);
    while (actor == 0 && looks < 6) std::this_thread::yield();
    order += static_cast<char>('A' + actor);
  });
  CHECK(order == "AB");
  CHECK(stage.deterministic());
}

// A machine may stop whoever looks for as long as it likes.
TEST_CASE("who looks holds up nobody, and what he saw of a turn that is over does not count") {
  constexpr int kLooks = 4;
  Replay strategy({});
  Troupe troupe(2);
  std::atomic<int> looks{0};
  std::atomic<int> turns{0};
  const auto sleeps = [&](Actor) {
    const int before = turns;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (turns < before + 2 && looks < kLooks && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(kPatience);
    ++looks;
    return true;
  };
  Stage stage(strategy, 2, {.points = {Point::kEntry}, .sleeps = sleeps, .patience = kPatience});
  troupe.play(stage, [&](Actor actor) {
    reach(Point::kEntry);
    while (actor == 0 && looks < kLooks) {
      ++turns;
      reach(Point::kEntry);
    }
  });
  CHECK(stage.deterministic());
}

}  // namespace
}  // namespace gcrucible::schedule
