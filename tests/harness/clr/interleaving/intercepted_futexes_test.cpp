// Locks that ask the kernel themselves: those of Rust's standard library, and std::atomic::wait.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <ctime>

#include "harness/schedule/exhaustive.h"
#include "harness/schedule/thread_pool.h"
#include "tests/harness/clr/interleaving/intercepted_play.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

using schedule::Actor;

long futex(std::atomic<std::uint32_t>& word, int command, std::uint32_t value, const timespec* time) {
  return syscall(SYS_futex, &word, command | FUTEX_PRIVATE_FLAG, value, time, nullptr,
                 FUTEX_BITSET_MATCH_ANY);
}

// As in Rust: 0 free, 1 taken, 2 taken and waited for.
class FutexMutex {
 public:
  // Whether the lock was taken by another thread.
  bool lock() {
    std::uint32_t free = 0;
    if (word_.compare_exchange_strong(free, 1)) return false;
    while (word_.exchange(2) != 0) futex(word_, FUTEX_WAIT_BITSET, 2, nullptr);
    return true;
  }
  void unlock() {
    if (word_.exchange(0) == 2) futex(word_, FUTEX_WAKE, 1, nullptr);
  }

 private:
  std::atomic<std::uint32_t> word_{0};
};

TEST_CASE("LockScheduler: a futex lock is exclusive in each schedule, and the schedule is exact") {
  schedule::ThreadPool pool(3);
  schedule::Exhaustive every;
  int plays = 0, collisions = 0;
  do {
    FutexMutex mutex;
    int inside = 0;
    const Played played = play(pool, every, 3, [&](Actor) {
      const bool waited = mutex.lock();
      CHECK(++inside == 1);
      collisions += waited ? 1 : 0;
      ask();
      --inside;
      mutex.unlock();
    });
    CHECK(played.deterministic);
    CHECK(played.deadlock.empty());
  } while (every.advance() && ++plays < 300);
  CHECK(collisions > 0);
}

TEST_CASE("LockScheduler: std::atomic::wait lets the notifying thread run") {
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  int plays = 0;
  do {
    std::atomic<int> flag{0};
    int seen = 0;
    const Played played = play(pool, every, 2, [&](Actor actor) {
      if (actor == 0) {
        flag.wait(0);
        seen = flag;
      } else {
        ask();
        flag = 7;
        flag.notify_one();
      }
    });
    CHECK(played.deterministic);
    CHECK(seen == 7);
  } while (every.advance() && ++plays < 100);
}

TEST_CASE("LockScheduler: a futex wakes as many as were woken, and returns their number") {
  schedule::ThreadPool pool(3);
  schedule::Exhaustive every;
  int plays = 0, both = 0;
  do {
    std::atomic<std::uint32_t> word{1};
    long woken = 0;
    int waited = 0;
    const Played played = play(pool, every, 3, [&](Actor actor) {
      if (actor != 2) {
        waited += futex(word, FUTEX_WAIT, 1, nullptr) == 0 ? 1 : 0;
        return;
      }
      ask();
      word = 0;
      woken = futex(word, FUTEX_WAKE, 9, nullptr);
    });
    CHECK(played.deterministic);
    CHECK(woken == waited);
    both += waited == 2 ? 1 : 0;
  } while (every.advance() && ++plays < 100);
  CHECK(both > 0);
}

TEST_CASE("LockScheduler: a futex has the kernel's errors") {
  schedule::ThreadPool pool(1);
  schedule::Exhaustive every;
  const Played played = play(pool, every, 1, [&](Actor) {
    std::atomic<std::uint32_t> word{1};
    const timespec millisecond{.tv_sec = 0, .tv_nsec = 1'000'000};
    CHECK(futex(word, FUTEX_WAIT, 2, nullptr) == -1);
    CHECK(errno == EAGAIN);
    CHECK(futex(word, FUTEX_WAIT, 1, &millisecond) == -1);
    CHECK(errno == ETIMEDOUT);
    const timespec long_ago{.tv_sec = 1, .tv_nsec = 0};
    CHECK(futex(word, FUTEX_WAIT_BITSET, 1, &long_ago) == -1);
    CHECK(errno == ETIMEDOUT);
    const timespec wrong{.tv_sec = 0, .tv_nsec = -1};
    CHECK(futex(word, FUTEX_WAIT, 1, &wrong) == -1);
    CHECK(errno == EINVAL);
    CHECK(futex(word, FUTEX_WAKE, 1, nullptr) == 0);
    CHECK(syscall(SYS_getpid) == getpid());
  });
  CHECK(played.deterministic);
}

}  // namespace
}  // namespace gcrucible::clr
