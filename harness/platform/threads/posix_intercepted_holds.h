// Common code of the functions that stand in front of the C library's lock functions. This code reports to
// the LockScheduler which thread holds a lock. Functions that take a lock return what the C library's return.
// None of them throws.
#pragma once

#include <cerrno>
#include <chrono>
#include <cstdint>

#include "harness/platform/process/posix_until.h"
#include "harness/platform/threads/lock_scheduler.h"
#include "harness/platform/threads/own_locks.h"
#include "harness/platform/threads/thread_number.h"

namespace gcrucible::platform {

// Set while this code uses locks itself, so that these operations are not reported.
inline constinit thread_local bool busy = false;
class Busy {
 public:
  Busy() { busy = true; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
  ~Busy() { busy = false; }
};

inline LockScheduler* watched() {
  return busy ? nullptr : lock_scheduler;
}

inline std::uint32_t self() {
  return thread_number();
}

inline bool scheduled_holder(const LockScheduler& scheduler, const void* lock) {
  for (const lock_table::Holder& each : lock_table::holders(lock)) {
    if (scheduler.has(each.thread)) return true;
  }
  return false;
}

inline bool mine(const void* lock) {
  for (const lock_table::Holder& each : lock_table::holders(lock)) {
    if (each.thread == self()) return true;
  }
  return false;
}

// Waits for what the scheduled threads cannot do. Keeps errno.
template <typename Wait>
auto wait_outside(LockScheduler& scheduler, Wait wait) {
  scheduler.step_out();
  const auto result = wait();
  const int error = errno;
  scheduler.step_in();
  errno = error;
  return result;
}

// Wakes threads that wait in the schedule, from any thread. Returns how many.
inline std::uint32_t wake_scheduled(const void* what, std::uint32_t most) {
  if (lock_scheduler != nullptr) return lock_scheduler->wake(what, most, LockScheduler::WakePoint::kHere);
  return locks_are_own ? 0 : wake_from_outside(what, most);
}

inline int took(const void* lock, bool shared, int result) {
  if (result == 0 || result == EOWNERDEAD) lock_table::took(lock, self(), shared);
  return result;
}

// `attempt` takes the lock if it is free, `block` waits for it. With `probe` the C library determines whether
// the calling thread may wait at all.
template <typename Attempt, typename Block, typename Probe>
int take(LockScheduler& scheduler, const void* lock, bool shared, const Until& until, Attempt attempt,
         Block block, Probe probe) {
  for (;;) {
    const int result = attempt();
    if (result != EBUSY) return took(lock, shared, result);
    if (!until.valid()) return EINVAL;
    if (mine(lock) && probe() == EDEADLK) return EDEADLK;
    LockScheduler::Woken woken = LockScheduler::Woken::kAlone;
    if (scheduled_holder(scheduler, lock))
      woken = scheduler.wait(lock, until.left(), [&] { return scheduled_holder(scheduler, lock); });
    if (woken == LockScheduler::Woken::kAlone)
      return wait_outside(scheduler, [&] { return took(lock, shared, block()); });
    if (woken == LockScheduler::Woken::kByDeadlock) return EDEADLK;
    if (woken != LockScheduler::Woken::kByTime) continue;
    // Sleeps for the rest, so that the thread's own clock shows the timeout too.
    scheduler.sleep(until.left().value_or(std::chrono::nanoseconds(0)));
    return ETIMEDOUT;
  }
}

template <typename Give>
int give(const void* lock, Give real_give) {
  if (busy) return real_give();
  LockScheduler* const scheduler = lock_scheduler;
  if (scheduler == nullptr && (locks_are_own || lock_table::empty())) return real_give();
  const Busy own;
  if (scheduler != nullptr && scheduler->is_tried(lock)) scheduler->point();
  const int result = real_give();
  if (result != 0) return result;
  lock_table::gave(lock, self());
  wake_scheduled(lock, LockScheduler::kAll);
  return result;
}

// An attempt is also a switch point.
template <typename Attempt>
int attempt(const void* lock, bool shared, Attempt real_attempt) {
  LockScheduler* const scheduler = watched();
  if (scheduler == nullptr) return real_attempt();
  const Busy own;
  scheduler->tried(lock);
  scheduler->point();
  const int result = took(lock, shared, real_attempt());
  // A thread that tries again and again in its turn would keep the holder from running.
  if (result != EBUSY) return result;
  if (scheduled_holder(*scheduler, lock)) {
    scheduler->yield();
  } else {
    // The holder is not scheduled here. In another run, it may have released the lock already.
    scheduler->step_out();
    scheduler->step_in();
  }
  return result;
}

}  // namespace gcrucible::platform
