// Threads that check again and again for another thread's action, in the ways in which spin locks are
// written.
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "harness/schedule/exhaustive.h"
#include "harness/schedule/round_robin.h"
#include "tests/harness/clr/interleaving/intercepted_play.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

using schedule::Actor;
using std::chrono::milliseconds;

// Takes, holds and releases some kind of lock.
struct Spinner {
  std::function<void()> take, hold, give;
};

// How often a thread found the lock taken, under all schedules of this many actors, or the first 100.
int collisions(std::uint32_t actors, const Spinner& spinner, std::atomic<int>& looks) {
  schedule::ThreadPool pool(actors);
  schedule::Exhaustive every;
  int plays = 0;
  looks = 0;
  do {
    const int before = looks;
    int inside = 0;
    const Played played = play(pool, every, actors, [&](Actor) {
      spinner.take();
      CHECK(++inside == 1);
      spinner.hold();
      --inside;
      spinner.give();
    });
    CHECK(played.deterministic);
    CHECK(played.deadlock.empty());
    // A wait of a millisecond does not need a thousand checks.
    CHECK(looks - before < 1000);
    ++plays;
  } while (every.advance() && plays < 100);
  return looks;
}

TEST_CASE("LockScheduler: a spinning thread lets the owner release its lock") {
  std::atomic<int> looks{0};
  std::mutex mutex, other;
  std::condition_variable never;
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  const std::function<void()> holds[] = {
      ask,
      [] { usleep(1000); },
      [] { std::this_thread::sleep_for(milliseconds(2)); },
      [&] {
        std::unique_lock lock(other);
        CHECK(never.wait_for(lock, milliseconds(1)) == std::cv_status::timeout);
      },
  };
  for (const auto& hold : holds) {
    const Spinner spinners[] = {
        {.take =
             [&] {
               while (!mutex.try_lock()) ++looks;
             },
         .hold = hold,
         .give = [&] { mutex.unlock(); }},
        {.take =
             [&] {
               while (!mutex.try_lock()) {
                 ++looks;
                 sched_yield();
               }
             },
         .hold = hold,
         .give = [&] { mutex.unlock(); }},
        {.take =
             [&] {
               while (flag.test_and_set()) {
                 ++looks;
                 sched_yield();
               }
             },
         .hold = hold,
         .give = [&] { flag.clear(); }},
    };
    for (const Spinner& spinner : spinners) {
      for (const std::uint32_t actors : {2u, 3u}) CHECK(collisions(actors, spinner, looks) > 0);
    }
  }
}

TEST_CASE("LockScheduler: polling for a sleeper under a lock terminates") {
  std::mutex mutex;
  for (const std::uint32_t actors : {2u, 3u}) {
    schedule::ThreadPool pool(actors);
    schedule::RoundRobin strategy;
    bool taken = false;
    int had = 0;
    const auto swap = [&](bool wanted) {
      const std::scoped_lock lock(mutex);
      return taken != wanted && (std::exchange(taken, wanted), true);
    };
    const Played played = play(pool, strategy, actors, [&](Actor) {
      while (!swap(true)) {
      }
      ++had;
      usleep(1000);
      swap(false);
    });
    CHECK(had == static_cast<int>(actors));
    CHECK(played.deadlock.empty());
    CHECK(played.deterministic);
  }
}

}  // namespace
}  // namespace gcrucible::clr
