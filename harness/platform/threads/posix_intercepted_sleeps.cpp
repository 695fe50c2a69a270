// The system's sleeps, in front of the C library's, as posix_intercepted_locks.cpp does for locks. A sleeping
// thread waits for a time and lets other threads run meanwhile.
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <optional>

#include "harness/platform/process/posix_until.h"
#include "harness/platform/threads/lock_scheduler.h"
#include "harness/platform/threads/own_locks.h"
#include "harness/platform/threads/posix_intercepted_holds.h"
#include "harness/platform/threads/posix_real_locks.h"

// glibc does not declare all of these functions with default visibility.
#pragma GCC visibility push(default)

namespace gcrucible::platform {
namespace {

using std::chrono::nanoseconds;

struct RealSleeps {
  decltype(::nanosleep)* nanosleep = next<decltype(::nanosleep)>("nanosleep");
  decltype(::clock_nanosleep)* clock_nanosleep = next<decltype(::clock_nanosleep)>("clock_nanosleep");
  decltype(::usleep)* usleep = next<decltype(::usleep)>("usleep");
  decltype(::sleep)* sleep = next<decltype(::sleep)>("sleep");
  decltype(::sched_yield)* sched_yield = next<decltype(::sched_yield)>("sched_yield");
};

const RealSleeps& real_sleeps() {
  static const RealSleeps only;
  return only;
}
[[gnu::constructor]] void resolve_sleeps() {
  real_sleeps();
}

// Lock operations of this code are not reported.
struct Unwatched {
  LocksWatched none{nullptr};
  OwnLocks own;
};

// `left` is called again after the wait, because the other threads have used real time.
template <typename Left>
void sleep_in_turn(LockScheduler& scheduler, Left left) {
  const Unwatched unwatched;
  // A thread that sleeps until a thread of the profiler has done something must sleep for the real time.
  const bool alone = scheduler.has_strangers();
  const nanoseconds time = left();
  // No thread wakes an address in this frame.
  if (!alone && scheduler.wait(&unwatched, time, {}) != LockScheduler::Woken::kAlone) {
    scheduler.sleep(left());
    return;
  }
  scheduler.step_out();
  scheduler.sleep(left());
  scheduler.step_in();
}

void sleep_in_turn_for(LockScheduler& scheduler, nanoseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  sleep_in_turn(scheduler, [end] {
    const auto now = std::chrono::steady_clock::now();
    return now < end ? nanoseconds(end - now) : nanoseconds(0);
  });
}

bool is_time(const timespec* time) {
  return time != nullptr && time->tv_sec >= 0 && Until{.time = time}.valid();
}

}  // namespace
}  // namespace gcrucible::platform

using namespace gcrucible::platform;

extern "C" {

int nanosleep(const timespec* time, timespec* rest) {
  LockScheduler* const scheduler = watched();
  if (scheduler == nullptr || !is_time(time)) return real_sleeps().nanosleep(time, rest);
  sleep_in_turn_for(*scheduler, std::chrono::seconds(time->tv_sec) + nanoseconds(time->tv_nsec));
  return 0;
}
int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
  LockScheduler* const scheduler = watched();
  if (scheduler == nullptr || !is_time(time)) return real_sleeps().clock_nanosleep(clock, flags, time, rest);
  if ((flags & TIMER_ABSTIME) == 0) return ::nanosleep(time, rest) == 0 ? 0 : errno;
  const Until until{.clock = clock, .time = time};
  sleep_in_turn(*scheduler, [&until] { return until.left().value_or(nanoseconds::max()); });
  return 0;
}
int usleep(useconds_t time) {
  LockScheduler* const scheduler = watched();
  if (scheduler == nullptr) return real_sleeps().usleep(time);
  sleep_in_turn_for(*scheduler, std::chrono::microseconds(time));
  return 0;
}
unsigned sleep(unsigned time) {
  LockScheduler* const scheduler = watched();
  if (scheduler == nullptr) return real_sleeps().sleep(time);
  sleep_in_turn_for(*scheduler, std::chrono::seconds(time));
  return 0;
}
// A thread that yields checks again for something that other threads do.
int sched_yield() {
  LockScheduler* const scheduler = watched();
  if (scheduler == nullptr) return real_sleeps().sched_yield();
  const Unwatched unwatched;
  const bool alone = scheduler->has_strangers();
  if (alone) scheduler->step_out();
  if (!alone) scheduler->yield();
  real_sleeps().sched_yield();
  if (alone) scheduler->step_in();
  return 0;
}

}  // extern "C"

#pragma GCC visibility pop
