// The calls of a scheduler for one wait or sleep. Each query about other threads reads system state, which is
// expensive. All other calls decide which thread runs next.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "harness/platform/process/fork_server.h"
#include "harness/platform/threads/lock_scheduler.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

// Like clr::WorkerLocks, for one worker. Every wait ends in the same way.
class Asked final : public platform::LockScheduler {
 public:
  explicit Asked(std::uint32_t known, Woken woken = Woken::kByTime) : known_(known), woken_(woken) {}

  void point() override {}
  void yield() override { ++yields; }
  Woken wait(const void*, std::optional<std::chrono::nanoseconds>,
             const std::function<bool()>& still) override {
    ++waits;
    if (still) static_cast<void>(still());
    return woken_;
  }
  Woken wait_for_wake(const void* condition, std::optional<std::chrono::nanoseconds> timeout,
                      const std::function<bool()>& still) override {
    return wait(condition, timeout, still);
  }
  std::uint32_t wake(const void*, std::uint32_t, WakePoint) override { return 0; }
  void tried(const void*) override {}
  bool is_tried(const void*) const override { return false; }
  void step_out() override { ++outside; }
  void step_in() override {}
  void sleep(std::chrono::nanoseconds time) override {
    ++sleeps;
    std::this_thread::sleep_for(time);
  }
  bool has(std::uint32_t) const override { return true; }
  bool has_strangers() const override {
    ++questions;
    return !platform::has_only_threads(known_);
  }

  int yields = 0, waits = 0, outside = 0, sleeps = 0;
  mutable int questions = 0;

 private:
  std::uint32_t known_;
  Woken woken_;
};

constexpr timespec kPast{.tv_sec = 1, .tv_nsec = 0};

// A moment that is in the future when the wait begins.
timespec soon() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_nsec += 2'000'000;
  if (time.tv_nsec >= 1'000'000'000) {
    ++time.tv_sec;
    time.tv_nsec -= 1'000'000'000;
  }
  return time;
}

struct Waits {
  std::mutex mutex;
  std::condition_variable never;
  sem_t none{};

  Waits() { sem_init(&none, 0, 0); }
  ~Waits() { sem_destroy(&none); }
  void condition(const timespec& until) {
    mutex.lock();
    CHECK(pthread_cond_timedwait(never.native_handle(), mutex.native_handle(), &until) == ETIMEDOUT);
    mutex.unlock();
  }
  void semaphore(const timespec& until) {
    CHECK(sem_timedwait(&none, &until) == -1);
    CHECK(errno == ETIMEDOUT);
  }
};

TEST_CASE("LockScheduler: next to a foreign thread a wait queries once and runs outside") {
  const std::uint32_t known = platform::thread_count();
  std::atomic<bool> over{false};
  std::thread stranger([&] {
    while (!over) usleep(1000);
  });
  Waits waits;
  const std::function<void()> ways[] = {
      [&] { waits.condition(kPast); },
      [&] { waits.semaphore(kPast); },
      [] { usleep(1); },
      [] { sched_yield(); },
      [] { sleep(0); },
  };
  for (const auto& way : ways) {
    Asked asked(known);
    {
      const platform::LocksWatched watched(&asked);
      way();
    }
    CHECK(asked.questions == 1);
    CHECK(asked.outside == 1);
    CHECK(asked.waits == 0);
    CHECK(asked.yields == 0);
  }
  over = true;
  stranger.join();
}

TEST_CASE("LockScheduler: the sleep that ends a timed wait is not a wait of its own") {
  const std::uint32_t known = platform::thread_count();
  Waits waits;
  const std::function<void()> ways[] = {
      [&] { waits.condition(soon()); },
      [&] { waits.semaphore(soon()); },
      [] { usleep(2000); },
  };
  for (const auto& way : ways) {
    Asked asked(known);
    {
      const platform::LocksWatched watched(&asked);
      way();
    }
    CHECK(asked.waits == 1);
    CHECK(asked.sleeps == 1);
    CHECK(asked.outside == 0);
    CHECK(asked.yields == 0);
  }
}

TEST_CASE("LockScheduler: a thread woken to check again waits outside the next time") {
  using Woken = platform::LockScheduler::Woken;
  const std::uint32_t known = platform::thread_count();
  std::mutex mutex;
  std::condition_variable first, second;
  Asked one(known, Woken::kAlone), other(known, Woken::kAlone);
  const auto wait = [&](Asked& asked, std::condition_variable& condition) {
    const platform::LocksWatched watched(&asked);
    mutex.lock();
    const int result = pthread_cond_timedwait(condition.native_handle(), mutex.native_handle(), &kPast);
    mutex.unlock();
    return result;
  };
  CHECK(wait(one, first) == 0);
  CHECK(wait(one, second) == 0);
  CHECK(wait(other, second) == 0);
  CHECK(wait(one, second) == 0);
  CHECK(one.outside + other.outside == 0);
  CHECK(wait(one, second) == ETIMEDOUT);
  CHECK(one.outside == 1);
  CHECK(wait(one, second) == 0);
  CHECK(one.outside == 1);
}

TEST_CASE("LockScheduler: a joined thread is not foreign") {
  const std::uint32_t known = platform::thread_count();
  Asked asked(known);
  for (int times = 0; times < 50; ++times) {
    std::thread([] {}).join();
    const platform::LocksWatched watched(&asked);
    usleep(1);
  }
  CHECK(asked.outside == 0);
  CHECK(asked.yields == 0);
  CHECK(asked.questions == 50);
}

}  // namespace
}  // namespace gcrucible::clr
