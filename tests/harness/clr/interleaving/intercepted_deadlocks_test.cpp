// Threads that wait for each other's locks, and the identity of a deadlock.
#include <pthread.h>

#include <cerrno>
#include <mutex>
#include <set>
#include <string>

#include "harness/schedule/exhaustive.h"
#include "harness/schedule/random_walk.h"
#include "harness/schedule/replay.h"
#include "harness/schedule/thread_pool.h"
#include "tests/harness/clr/interleaving/intercepted_play.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

using schedule::Actor;

TEST_CASE("LockScheduler: two locks in two orders are a deadlock with owners named") {
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  int deadlocks = 0;
  do {
    std::timed_mutex left, right;
    const Played played = play(pool, every, 2, [&](Actor actor) {
      std::timed_mutex& first = actor == 0 ? left : right;
      std::timed_mutex& second = actor == 0 ? right : left;
      first.lock();
      // If the deadlock wakes the thread, it does not hold the lock.
      pthread_mutex_t* const wanted = second.native_handle();
      if (pthread_mutex_lock(wanted) == 0) pthread_mutex_unlock(wanted);
      first.unlock();
    });
    CHECK(played.deterministic);
    if (played.deadlock.empty()) continue;
    ++deadlocks;
    CHECK(played.deadlock ==
          "That of heap 0 waits for lock 1, which that of heap 1 has; that of heap 1 waits for lock 2, which "
          "that of heap 0 has.");
  } while (every.advance());
  CHECK(deadlocks > 0);
}

TEST_CASE("LockScheduler: a deadlock is identified by its threads and locks") {
  std::mutex locks[3];
  const auto take = [&](int first, int second) {
    locks[first].lock();
    pthread_mutex_t* const wanted = locks[second].native_handle();
    if (pthread_mutex_lock(wanted) == 0) pthread_mutex_unlock(wanted);
    locks[first].unlock();
  };
  const auto cycles_of = [&](std::uint32_t actors, int one, int other) {
    schedule::ThreadPool pool(actors);
    std::set<std::string> cycles;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      schedule::RandomWalk random(seed);
      const Played played = play(pool, random, actors, [&](Actor actor) {
        if (actor == 2) {
          // Waits for the others, which wait for each other. No thread waits for this one.
          pthread_mutex_t* const wanted = locks[one].native_handle();
          if (pthread_mutex_lock(wanted) == 0) pthread_mutex_unlock(wanted);
        } else {
          actor == 0 ? take(one, other) : take(other, one);
        }
      });
      if (!played.deadlock.empty()) cycles.insert(played.cycle);
    }
    return cycles;
  };
  const std::set<std::string> two = cycles_of(2, 0, 1);
  REQUIRE(two.size() == 1);
  CHECK_FALSE(two.begin()->empty());
  CHECK(cycles_of(3, 0, 1) == two);
  const std::set<std::string> elsewhere = cycles_of(2, 0, 2);
  REQUIRE(elsewhere.size() == 1);
  CHECK(elsewhere != two);
}

TEST_CASE("LockScheduler: a lock taken twice by one thread is a deadlock") {
  schedule::ThreadPool pool(1);
  schedule::Replay strategy({});
  std::mutex mutex;
  const Played played = play(pool, strategy, 1, [&](Actor) {
    mutex.lock();
    CHECK(pthread_mutex_lock(mutex.native_handle()) == EDEADLK);
    mutex.unlock();
  });
  CHECK(played.deadlock == "That of heap 0 waits for lock 1, which it has itself.");
}

}  // namespace
}  // namespace gcrucible::clr
