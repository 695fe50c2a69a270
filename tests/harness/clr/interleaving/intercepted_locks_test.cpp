// The system's locks as switch points: a thread that waits for a lock lets others run.
#include <pthread.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/platform/threads/lock_scheduler.h"
#include "harness/platform/threads/own_locks.h"
#include "harness/platform/threads/thread_number.h"
#include "harness/schedule/exhaustive.h"
#include "harness/schedule/replay.h"
#include "harness/schedule/round_robin.h"
#include "harness/schedule/thread_pool.h"
#include "tests/harness/clr/interleaving/intercepted_play.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

using schedule::Actor;
using std::chrono::milliseconds;

TEST_CASE("LockScheduler: a failing try_lock is found under some schedule") {
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  int total = 0;
  std::mutex mutex;
  const auto count_or_drop = [&](Actor) {
    if (!mutex.try_lock()) return;
    ++total;
    mutex.unlock();
  };
  int plays = 0, dropped = 0;
  do {
    total = 0;
    CHECK(play(pool, every, 2, count_or_drop).deterministic);
    ++plays;
    if (total == 1) ++dropped;
  } while (every.advance());
  CHECK_FALSE(every.diverged());
  CHECK(dropped > 0);
  CHECK(plays > dropped);
}

TEST_CASE("LockScheduler: an update lost between two locks is found and replayed") {
  REQUIRE(platform::locks_are_intercepted());
  schedule::ThreadPool pool(2);
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
    const Played played = play(pool, every, 2, count);
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
  play(pool, again, 2, count);
  CHECK(total == 1);
}

// Two threads increment a counter, under every schedule. Returns the number of plays, and of those that lost
// an increment.
template <typename Lock, typename Unlock>
std::pair<int, int> plays_and_losses(Lock lock, Unlock unlock) {
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  int total = 0, plays = 0, lost = 0;
  do {
    total = 0;
    const Played played = play(pool, every, 2, [&](Actor) {
      lock();
      const int before = total;
      unlock();
      lock();
      total = before + 1;
      unlock();
    });
    CHECK(played.deterministic);
    CHECK(played.deadlock.empty());
    ++plays;
    lost += total == 2 ? 0 : 1;
  } while (every.advance());
  CHECK_FALSE(every.diverged());
  return {plays, lost};
}

TEST_CASE("LockScheduler: a spin lock is a switch point like a mutex") {
  std::mutex mutex;
  pthread_spinlock_t spin{};
  REQUIRE(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE) == 0);
  const auto by_mutex = plays_and_losses([&] { mutex.lock(); }, [&] { mutex.unlock(); });
  const auto by_spin =
      plays_and_losses([&] { pthread_spin_lock(&spin); }, [&] { pthread_spin_unlock(&spin); });
  CHECK(by_spin.second > 0);
  CHECK(by_spin == by_mutex);
  const auto by_trying = plays_and_losses(
      [&] {
        while (pthread_spin_trylock(&spin) == EBUSY) {
        }
      },
      [&] { pthread_spin_unlock(&spin); });
  CHECK(by_trying.second > 0);
  pthread_spin_destroy(&spin);
}

TEST_CASE("LockScheduler: spin locks in two orders or taken twice are deadlocks") {
  pthread_spinlock_t left{}, right{};
  pthread_spin_init(&left, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&right, PTHREAD_PROCESS_PRIVATE);
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  int deadlocks = 0;
  do {
    const Played played = play(pool, every, 2, [&](Actor actor) {
      pthread_spinlock_t& first = actor == 0 ? left : right;
      pthread_spinlock_t& second = actor == 0 ? right : left;
      pthread_spin_lock(&first);
      // If the deadlock wakes the thread, it does not hold the lock.
      if (pthread_spin_lock(&second) == 0) pthread_spin_unlock(&second);
      pthread_spin_unlock(&first);
    });
    CHECK(played.deterministic);
    if (played.deadlock.empty()) continue;
    ++deadlocks;
    CHECK(played.deadlock ==
          "That of heap 0 waits for lock 1, which that of heap 1 has; that of heap 1 waits for lock 2, which "
          "that of heap 0 has.");
  } while (every.advance());
  CHECK(deadlocks > 0);
  schedule::ThreadPool alone(1);
  schedule::Replay strategy({});
  const Played twice = play(alone, strategy, 1, [&](Actor) {
    pthread_spin_lock(&left);
    CHECK(pthread_spin_lock(&left) == EDEADLK);
    pthread_spin_unlock(&left);
  });
  CHECK(twice.deadlock == "That of heap 0 waits for lock 1, which it has itself.");
  pthread_spin_destroy(&left);
  pthread_spin_destroy(&right);
}

TEST_CASE("LockScheduler: recursive and shared locks keep their semantics") {
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  do {
    std::recursive_mutex recursive;
    std::shared_mutex shared;
    int inside = 0, most = 0, writing = 0;
    const Played played = play(pool, every, 2, [&](Actor actor) {
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

TEST_CASE("LockScheduler: a wait for a condition or semaphore is woken by the other thread") {
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  do {
    std::mutex mutex;
    std::condition_variable changed;
    bool ready = false;
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    const Played played = play(pool, every, 2, [&](Actor actor) {
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

TEST_CASE("LockScheduler: a timeout expires only if no thread can run and not early") {
  schedule::ThreadPool pool(2);
  schedule::Replay strategy({});
  std::mutex mutex;
  std::timed_mutex held;
  std::condition_variable never;
  bool timed_out = false;
  const auto before = std::chrono::steady_clock::now();
  const Played played = play(pool, strategy, 2, [&](Actor actor) {
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

// A thread outside the schedule. It holds the mutex from before the constructor returns until let_go().
class Foreign {
 public:
  explicit Foreign(std::mutex& mutex)
      : thread_([&] {
          const std::scoped_lock lock(mutex);
          taken_ = true;
          while (!over_) std::this_thread::yield();
        }) {
    while (!taken_) std::this_thread::yield();
  }
  ~Foreign() {
    let_go();
    thread_.join();
  }
  void let_go() { over_ = true; }

 private:
  std::atomic<bool> taken_{false};
  std::atomic<bool> over_{false};
  std::thread thread_;
};

TEST_CASE("LockScheduler: a try_lock that fails for a foreign thread is nondeterministic") {
  schedule::ThreadPool pool(1);
  schedule::Replay strategy({});
  std::mutex mutex;
  const Foreign foreign(mutex);
  const Played played = play(pool, strategy, 1, [&](Actor) { CHECK_FALSE(mutex.try_lock()); });
  CHECK_FALSE(played.deterministic);
}

TEST_CASE("LockScheduler: a lock held by a foreign thread is waited for") {
  schedule::ThreadPool pool(2);
  schedule::Replay strategy({});
  std::mutex mutex;
  Foreign foreign(mutex);
  const Played played = play(pool, strategy, 2, [&](Actor actor) {
    if (actor == 0) {
      const std::scoped_lock lock(mutex);
    } else {
      foreign.let_go();
    }
  });
  CHECK(played.deadlock.empty());
  CHECK_FALSE(played.deterministic);
}

// One actor waits, under every schedule, for what the other one does.
void both_ways(const std::function<void()>& reset, const std::function<void()>& waits,
               const std::function<void()>& wakes) {
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  do {
    reset();
    const Played played = play(pool, every, 2, [&](Actor actor) { (actor == 0 ? waits : wakes)(); });
    CHECK(played.deterministic);
    CHECK(played.deadlock.empty());
  } while (every.advance());
  CHECK_FALSE(every.diverged());
}

TEST_CASE("LockScheduler: waits for conditions and semaphores follow the schedule only") {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  const auto finish = [&] {
    const std::scoped_lock lock(mutex);
    done = true;
    changed.notify_one();
  };
  both_ways([&] { done = false; },
            [&] {
              std::unique_lock lock(mutex);
              changed.wait(lock, [&] { return done; });
            },
            finish);
  both_ways([&] { done = false; },
            [&] {
              std::unique_lock lock(mutex);
              CHECK(changed.wait_for(lock, std::chrono::hours(1), [&] { return done; }));
            },
            finish);
  sem_t semaphore{};
  REQUIRE(sem_init(&semaphore, 0, 0) == 0);
  both_ways([] {}, [&] { CHECK(sem_wait(&semaphore) == 0); }, [&] { sem_post(&semaphore); });
  sem_destroy(&semaphore);
}

TEST_CASE("LockScheduler: a timeout without a wake-up expires under each schedule") {
  std::mutex mutex;
  std::condition_variable never;
  both_ways([] {},
            [&] {
              std::unique_lock lock(mutex);
              CHECK_FALSE(never.wait_for(lock, milliseconds(2), [] { return false; }));
            },
            [&] { const std::scoped_lock lock(mutex); });
}

TEST_CASE("LockScheduler: a wake-up by a late or unwatched thread is no deadlock") {
  for (const bool seen : {true, false}) {
    schedule::ThreadPool pool(2);
    schedule::Replay strategy({});
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    sem_t semaphore{};
    REQUIRE(sem_init(&semaphore, 0, 0) == 0);
    std::thread late;
    const Played played = play(pool, strategy, 2, [&](Actor actor) {
      if (actor == 0) {
        CHECK(sem_wait(&semaphore) == 0);
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return done; });
        return;
      }
      late = std::thread([&] {
        platform::locks_are_own = !seen;
        std::this_thread::sleep_for(milliseconds(20));
        sem_post(&semaphore);
        std::this_thread::sleep_for(milliseconds(20));
        const std::scoped_lock lock(mutex);
        done = true;
        changed.notify_one();
      });
    });
    late.join();
    CHECK(played.deadlock.empty());
    CHECK_FALSE(played.deterministic);
    sem_destroy(&semaphore);
  }
}

TEST_CASE("LockScheduler: a forked process takes and releases locks freely") {
  schedule::ThreadPool pool(2);
  schedule::RoundRobin strategy;
  std::mutex mutex;
  int status = -1;
  const Played played = play(pool, strategy, 2, [&](Actor actor) {
    const std::scoped_lock lock(mutex);
    if (actor != 0) return;
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      mutex.unlock();
      for (int times = 0; times < 4; ++times) {
        mutex.lock();
        mutex.unlock();
      }
      _exit(0);
    }
    waitpid(child, &status, 0);
  });
  CHECK(status == 0);
  CHECK(played.deadlock.empty());
}

TEST_CASE("lock_table: releasing an unregistered reader keeps the other ones") {
  const int lock = 0;
  platform::lock_table::took(&lock, 1, true);
  platform::lock_table::gave(&lock, 2);
  CHECK(platform::lock_table::holders(&lock).size() == 1);
  platform::lock_table::gave(&lock, 1);
  CHECK(platform::lock_table::holders(&lock).empty());
}

TEST_CASE("lock_table: a thread that ends loses only its own entries") {
  int first = 0, second = 0;
  platform::lock_table::took(&first, 1, false);
  platform::lock_table::took(&second, 2, false);
  platform::lock_table::forget(1);
  CHECK(platform::lock_table::holders(&first).empty());
  CHECK(platform::lock_table::holders(&second).size() == 1);
  platform::lock_table::forget(2);
  CHECK(platform::lock_table::empty());
}

TEST_CASE("LockScheduler: an invalid timeout is refused with EINVAL") {
  schedule::ThreadPool pool(1);
  schedule::Replay strategy({});
  const Played played = play(pool, strategy, 1, [&](Actor) {
    timespec none{};
    clock_gettime(CLOCK_REALTIME, &none);
    none.tv_nsec = 1'000'000'000;
    std::mutex mutex;
    std::condition_variable changed;
    mutex.lock();
    CHECK(pthread_cond_timedwait(changed.native_handle(), mutex.native_handle(), &none) == EINVAL);
    mutex.unlock();
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    CHECK(sem_timedwait(&semaphore, &none) == -1);
    CHECK(errno == EINVAL);
    sem_destroy(&semaphore);
  });
  CHECK(played.deadlock.empty());
}

}  // namespace
}  // namespace gcrucible::clr
