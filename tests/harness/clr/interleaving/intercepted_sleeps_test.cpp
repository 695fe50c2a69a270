// The system's sleeps as switch points: a thread that sleeps lets others run.
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <thread>

#include "harness/schedule/exhaustive.h"
#include "harness/schedule/replay.h"
#include "tests/harness/clr/interleaving/intercepted_play.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

using schedule::Actor;
using std::chrono::milliseconds;

constexpr timespec kMillisecond{.tv_sec = 0, .tv_nsec = 1'000'000};

void sleep_until_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  CHECK(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &now, nullptr) == 0);
}

TEST_CASE("LockScheduler: a polling thread sleeps until the other one is done") {
  const std::function<void()> sleeps[] = {
      [] { CHECK(nanosleep(&kMillisecond, nullptr) == 0); },
      [] { CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &kMillisecond, nullptr) == 0); },
      sleep_until_now,
      [] { CHECK(usleep(1000) == 0); },
      [] { CHECK(sleep(0) == 0); },
      [] { CHECK(sched_yield() == 0); },
      [] { std::this_thread::sleep_for(milliseconds(1)); },
      [] { std::this_thread::yield(); },
  };
  for (const auto& pause : sleeps) {
    schedule::ThreadPool pool(2);
    schedule::Exhaustive every;
    int plays = 0;
    do {
      bool done = false;
      const Played played = play(pool, every, 2, [&](Actor actor) {
        if (actor == 0) {
          while (!done) pause();
          return;
        }
        ask();
        ask();
        done = true;
      });
      CHECK(played.deterministic);
      CHECK(played.deadlock.empty());
      ++plays;
    } while (every.advance() && plays < 200);
    CHECK(plays > 1);
    CHECK(plays < 200);
  }
}

TEST_CASE("LockScheduler: a sleep does not end early and the shorter one ends first") {
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  std::set<std::string> orders;
  do {
    std::string order;
    const auto before = std::chrono::steady_clock::now();
    const Played played = play(pool, every, 2, [&](Actor actor) {
      std::this_thread::sleep_for(milliseconds(actor == 0 ? 40 : 10));
      order += actor == 0 ? "long " : "short ";
    });
    CHECK(std::chrono::steady_clock::now() - before >= milliseconds(40));
    CHECK(played.deterministic);
    orders.insert(order);
  } while (every.advance());
  CHECK(orders == std::set<std::string>{"short long "});
}

TEST_CASE("LockScheduler: a sleep that polls a foreign thread is nondeterministic") {
  schedule::ThreadPool pool(2);
  schedule::Replay strategy({});
  std::atomic<bool> done{false};
  std::thread late;
  const Played played = play(pool, strategy, 2, [&](Actor actor) {
    if (actor == 1) return;
    late = std::thread([&] {
      std::this_thread::sleep_for(milliseconds(20));
      done = true;
    });
    while (!done) std::this_thread::sleep_for(milliseconds(1));
  });
  late.join();
  CHECK_FALSE(played.deterministic);
}

TEST_CASE("LockScheduler: zero and invalid sleeps keep their semantics") {
  schedule::ThreadPool pool(1);
  schedule::Replay strategy({});
  play(pool, strategy, 1, [&](Actor) {
    const timespec none{.tv_sec = 0, .tv_nsec = 2'000'000'000};
    errno = 0;
    CHECK(nanosleep(&none, nullptr) == -1);
    CHECK(errno == EINVAL);
    CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &none, nullptr) == EINVAL);
    CHECK(usleep(0) == 0);
  });
}

}  // namespace
}  // namespace gcrucible::clr
