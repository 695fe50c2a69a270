// The system's locks as switch points: who waits for one lets others go on.
#include <semaphore.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#include "harness/clr/crew_locks.h"
#include "harness/platform/own_locks.h"
#include "harness/platform/thread_number.h"
#include "harness/schedule/exhaustive.h"
#include "harness/schedule/replay.h"
#include "harness/schedule/troupe.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

using schedule::Actor;
using schedule::Point;
using schedule::Stage;
using std::chrono::milliseconds;

struct Played {
  std::string deadlock;
  bool deterministic = false;
  std::vector<program::Switch> switches;
};

// As an Info call.
void ask() {
  const platform::LocksWatched none(nullptr);
  schedule::reach(Point::kInfo);
}

// The parts of so many actors, told of their locks. A deadlock wakes them all.
Played play(schedule::Troupe& troupe, schedule::Strategy& strategy, std::uint32_t actors,
            const std::function<void(Actor)>& part) {
  World world;
  ManagedThreads threads(world);
  std::vector<std::atomic<std::uint32_t>> numbers(actors);
  Played played;
  CrewLocks* told = nullptr;
  Stage stage(strategy, actors,
              {.on_deadlock = [&](auto waiting) { played.deadlock = told->text(waiting); }});
  CrewLocks locks(stage, threads, numbers);
  told = &locks;
  troupe.play(stage, [&](Actor actor) {
    numbers[actor] = platform::thread_number();
    // Those of the stage, also when this is over.
    platform::locks_are_own = true;
    schedule::reach(Point::kEntry);
    const platform::LocksWatched watched(&locks);
    part(actor);
  });
  played.deterministic = stage.deterministic();
  played.switches = stage.switches();
  return played;
}

TEST_CASE("an update that is lost between two locks is found, and found again by its switches") {
  REQUIRE(platform::locks_are_told());
  schedule::Troupe troupe(2);
  schedule::Exhaustive every;
  int total = 0;
  std::mutex mutex;
  const auto count = [&](Actor) {
    mutex.lock();
    const int before = total;
    mutex.unlock();
    const std::scoped_lock lock(mutex);
    total = before + 1;
  };
  int plays = 0, lost = 0;
  std::vector<program::Switch> found;
  do {
    total = 0;
    const Played played = play(troupe, every, 2, count);
    CHECK(played.deterministic);
    CHECK(played.deadlock.empty());
    ++plays;
    if (total == 2) continue;
    ++lost;
    found = played.switches;
  } while (every.advance());
  CHECK_FALSE(every.diverged());
  CHECK(plays > lost);
  REQUIRE(lost != 0);
  total = 0;
  schedule::Replay again(found);
  play(troupe, again, 2, count);
  CHECK(total == 1);
}

TEST_CASE("two locks taken in two orders are a deadlock under some schedule, told with who has what") {
  schedule::Troupe troupe(2);
  schedule::Exhaustive every;
  int deadlocks = 0;
  do {
    std::timed_mutex left, right;
    const Played played = play(troupe, every, 2, [&](Actor actor) {
      std::timed_mutex& first = actor == 0 ? left : right;
      std::timed_mutex& second = actor == 0 ? right : left;
      first.lock();
      // Woken by the deadlock it does not have it.
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

TEST_CASE("a lock that a thread of its own takes twice is a deadlock with itself") {
  schedule::Troupe troupe(1);
  schedule::Replay strategy({});
  std::mutex mutex;
  const Played played = play(troupe, strategy, 1, [&](Actor) {
    mutex.lock();
    CHECK(pthread_mutex_lock(mutex.native_handle()) == EDEADLK);
    mutex.unlock();
  });
  CHECK(played.deadlock == "That of heap 0 waits for lock 1, which it has itself.");
}

TEST_CASE("recursive and checking locks, shared ones and failing attempts are as ever") {
  schedule::Troupe troupe(2);
  schedule::Exhaustive every;
  do {
    std::recursive_mutex recursive;
    std::shared_mutex shared;
    int inside = 0, most = 0, writing = 0;
    const Played played = play(troupe, every, 2, [&](Actor actor) {
      recursive.lock();
      recursive.lock();
      recursive.unlock();
      CHECK(++inside == 1);
      ask();
      --inside;
      recursive.unlock();
      if (actor == 0) {
        const std::unique_lock lock(shared);
        writing = 1;
        ask();
        writing = 0;
      } else {
        const std::shared_lock lock(shared);
        CHECK(writing == 0);
        ++most;
      }
    });
    CHECK(played.deterministic);
    CHECK(played.deadlock.empty());
    CHECK(most == 1);
  } while (every.advance());
}

TEST_CASE("who waits for a condition or a semaphore is woken by the other") {
  schedule::Troupe troupe(2);
  schedule::Exhaustive every;
  do {
    std::mutex mutex;
    std::condition_variable changed;
    bool ready = false;
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    const Played played = play(troupe, every, 2, [&](Actor actor) {
      if (actor == 0) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return ready; });
        lock.unlock();
        CHECK(sem_wait(&semaphore) == 0);
      } else {
        mutex.lock();
        ready = true;
        mutex.unlock();
        changed.notify_one();
        sem_post(&semaphore);
      }
    });
    sem_destroy(&semaphore);
    CHECK(played.deadlock.empty());
  } while (every.advance());
}

TEST_CASE("a timeout comes when nobody else can go on, and not before its time") {
  schedule::Troupe troupe(2);
  schedule::Replay strategy({});
  std::mutex mutex;
  std::timed_mutex held;
  std::condition_variable never;
  bool timed_out = false;
  const auto before = std::chrono::steady_clock::now();
  const Played played = play(troupe, strategy, 2, [&](Actor actor) {
    if (actor == 1) {
      const std::scoped_lock lock(held);
      std::unique_lock waiting(mutex);
      CHECK_FALSE(never.wait_for(waiting, milliseconds(40), [] { return false; }));
      return;
    }
    ask();
    if (held.try_lock_for(milliseconds(10))) {
      held.unlock();
    } else {
      timed_out = true;
    }
  });
  (void)timed_out;
  CHECK(played.deadlock.empty());
  CHECK(std::chrono::steady_clock::now() - before >= milliseconds(40));
}

TEST_CASE("what a thread of nobody's has is waited for beside the others") {
  schedule::Troupe troupe(2);
  schedule::Replay strategy({});
  std::mutex mutex;
  std::atomic<bool> taken{false};
  std::atomic<bool> other_done{false};
  std::thread foreign([&] {
    const std::scoped_lock lock(mutex);
    taken = true;
    while (!other_done) std::this_thread::yield();
  });
  while (!taken) std::this_thread::yield();
  const Played played = play(troupe, strategy, 2, [&](Actor actor) {
    if (actor == 0) {
      const std::scoped_lock lock(mutex);
    } else {
      other_done = true;
    }
  });
  foreign.join();
  CHECK(played.deadlock.empty());
  CHECK_FALSE(played.deterministic);
}

}  // namespace
}  // namespace gcrucible::clr
