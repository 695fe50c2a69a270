#include "harness/schedule/stage.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "harness/schedule/replay.h"
#include "harness/schedule/round_robin.h"
#include "harness/schedule/thread_pool.h"
#include "tests/support/catch.h"

namespace gcrucible::schedule {
namespace {

using std::chrono::hours;
using std::chrono::nanoseconds;
using Woken = Stage::Woken;

TEST_CASE("Stage: wake resumes the thread that waits longest") {
  Replay strategy({});
  ThreadPool pool(3);
  Stage stage(strategy, 3);
  const int what = 0;
  std::string order;
  pool.play(stage, [&](Actor actor) {
    if (actor == 2) {
      order += 'c';
      stage.wake(&what, 1);
      order += 'C';
      stage.wake(&what);
      return;
    }
    CHECK(stage.wait(&what) == Woken::kByOther);
    order += static_cast<char>('A' + actor);
  });
  CHECK(order == "cACB");
  CHECK(stage.now() == nanoseconds(0));
}

TEST_CASE("Stage: a timeout expires if no thread can run and takes no time") {
  RoundRobin strategy;
  ThreadPool pool(2);
  Stage stage(strategy, 2);
  const int what = 0;
  std::string order;
  pool.play(stage, [&](Actor actor) {
    CHECK(stage.wait(&what, hours(2 - actor)) == Woken::kByTime);
    order += static_cast<char>('A' + actor);
    // Another hour from this point.
    if (actor == 1) CHECK(stage.wait(&what, hours(2)) == Woken::kByTime);
    order += static_cast<char>('a' + actor);
  });
  CHECK(order == "BAab");
  CHECK(stage.now() == hours(3));
  CHECK(stage.deterministic());
}

TEST_CASE("Stage: no thread can run -> a deadlock with all waiting threads") {
  RoundRobin strategy;
  ThreadPool pool(3);
  const int left = 0;
  const int right = 0;
  std::vector<Stage::Waiting> found;
  Stage stage(strategy, 3, {.on_deadlock = [&](std::span<const Stage::Waiting> waiting) {
                found.assign(waiting.begin(), waiting.end());
              }});
  pool.play(stage, [&](Actor actor) {
    reach(Point::kEntry);
    if (actor == 1) return;
    CHECK(stage.wait(actor == 0 ? &left : &right) == Woken::kByDeadlock);
  });
  REQUIRE(found.size() == 2);
  CHECK((found[0].actor == 0 && found[0].what == &left));
  CHECK((found[1].actor == 2 && found[1].what == &right));
}

TEST_CASE("Stage: a wait for something no thread holds is outside and no deadlock") {
  RoundRobin strategy;
  ThreadPool pool(2);
  const int lock = 0, condition = 0;
  bool deadlock = false;
  Stage stage(strategy, 2,
              {.on_deadlock = [&](auto) { deadlock = true; },
               .bound = [&](const Stage::Waiting& waiting) { return waiting.what == &lock; }});
  pool.play(stage, [&](Actor actor) {
    if (actor == 0) {
      CHECK(stage.wait(&lock) == Woken::kByOther);
      return;
    }
    CHECK(stage.wait(&condition) == Woken::kAlone);
    stage.step_out();
    stage.step_in();
    stage.wake(&lock);
  });
  CHECK_FALSE(deadlock);
  CHECK_FALSE(stage.deterministic());
}

TEST_CASE("Stage: a timed wait uses the clock while a thread is outside") {
  RoundRobin strategy;
  ThreadPool pool(2);
  Stage stage(strategy, 2);
  const int what = 0;
  std::atomic<bool> over{false};
  pool.play(stage, [&](Actor actor) {
    if (actor == 0) {
      CHECK(stage.wait(&what, hours(1)) == Woken::kAlone);
      over = true;
      return;
    }
    stage.step_out();
    while (!over) std::this_thread::yield();
    stage.step_in();
  });
  CHECK_FALSE(stage.deterministic());
}

TEST_CASE("Stage: a yielding thread lets all ready threads run first") {
  Replay strategy({});
  ThreadPool pool(3);
  Stage stage(strategy, 3);
  int done = 0;
  pool.play(stage, [&](Actor actor) {
    if (actor != 0) {
      reach(Point::kEntry);
      ++done;
      return;
    }
    int looks = 0;
    while (done < 2) {
      stage.yield(Point::kLock);
      ++looks;
    }
    CHECK(looks <= 4);
  });
  CHECK(stage.deterministic());
}

TEST_CASE("Stage: timeouts a millisecond apart are nondeterministic") {
  for (const int apart : {0, 1, 50}) {
    RoundRobin strategy;
    ThreadPool pool(2);
    Stage stage(strategy, 2);
    const std::array<int, 2> what{};
    pool.play(stage, [&](Actor actor) {
      const auto time = std::chrono::milliseconds(100 + (actor == 0 ? 0 : apart));
      CHECK(stage.wait(&what[actor], time) == Woken::kByTime);
    });
    CHECK(stage.deterministic() == (apart != 1));
  }
}

TEST_CASE("Stage: a wake by a foreign thread is reported as uncertain at once") {
  RoundRobin strategy;
  ThreadPool pool(2);
  const int what = 0;
  std::atomic<int> reported{0};
  Stage stage(strategy, 2, {.on_uncertain = [&] { ++reported; }});
  pool.play(stage, [&](Actor actor) {
    if (actor == 0) {
      CHECK(stage.wait(&what) == Woken::kByOther);
      return;
    }
    CHECK(reported == 0);
    std::thread([&] { stage.wake(&what); }).join();
    CHECK(reported == 1);
  });
  CHECK(reported == 1);
  CHECK_FALSE(stage.deterministic());
}

TEST_CASE("Stage: a wait that is no longer needed returns at once") {
  RoundRobin strategy;
  ThreadPool pool(1);
  Stage stage(strategy, 1);
  const int what = 0;
  pool.play(stage, [&](Actor) {
    CHECK(stage.wait(&what, {}, [] { return false; }) == Woken::kByOther);
    CHECK(stage.wait(&what, hours(1), [] { return true; }) == Woken::kByTime);
  });
  CHECK(stage.deterministic());
}

TEST_CASE("Stage: others continue while a thread is outside and there is no deadlock") {
  RoundRobin strategy;
  ThreadPool pool(2);
  bool deadlock = false;
  Stage stage(strategy, 2, {.on_deadlock = [&](auto) { deadlock = true; }});
  const int what = 0;
  std::atomic<bool> other_waits{false};
  pool.play(stage, [&](Actor actor) {
    reach(Point::kEntry);
    if (actor == 1) {
      other_waits = true;
      CHECK(stage.wait(&what) == Woken::kByOther);
      return;
    }
    stage.step_out();
    while (!other_waits) std::this_thread::yield();
    stage.step_in();
    stage.wake(&what);
  });
  CHECK_FALSE(deadlock);
  CHECK_FALSE(stage.deterministic());
}

TEST_CASE("Stage: a foreign thread may wake") {
  RoundRobin strategy;
  ThreadPool pool(2);
  Stage stage(strategy, 2);
  const int what = 0;
  std::thread foreign;
  pool.play(stage, [&](Actor actor) {
    if (actor == 0) {
      CHECK(stage.wait(&what) == Woken::kByOther);
      return;
    }
    // Nothing could run except the thread outside.
    stage.step_out();
    foreign = std::thread([&] { stage.wake(&what); });
    foreign.join();
    stage.step_in();
  });
  CHECK_FALSE(stage.deterministic());
}

TEST_CASE("Stage: one thread decides nothing and none is over at once") {
  RoundRobin strategy;
  ThreadPool pool(1);
  Stage stage(strategy, 1);
  pool.play(stage, [&](Actor) {
    for (int i = 0; i < 10; ++i) reach(Point::kEntry);
  });
  CHECK(stage.decisions() == 0);
  ThreadPool nobody(0);
  Stage empty(strategy, 0);
  nobody.play(empty, [](Actor) {});
  CHECK_FALSE(empty.turn().has_value());
}

}  // namespace
}  // namespace gcrucible::schedule
