// The system's locks, in front of the C library's. A program that links these functions reports the lock
// operations of its threads (LockScheduler). Threads without a scheduler get the C library's functions at
// once.
#include <pthread.h>
#include <semaphore.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <optional>

#include "harness/platform/process/posix_until.h"
#include "harness/platform/threads/lock_scheduler.h"
#include "harness/platform/threads/own_locks.h"
#include "harness/platform/threads/posix_intercepted_holds.h"
#include "harness/platform/threads/posix_real_locks.h"
#include "harness/platform/threads/self_deadlock.h"

// glibc does not declare all of these functions with default visibility.
#pragma GCC visibility push(default)

namespace gcrucible::platform {
namespace {

using std::chrono::nanoseconds;
using Woken = LockScheduler::Woken;

// Resolved before other threads start. Libraries that are loaded earlier may be the first callers.
const RealLocks& real_locks() {
  static const RealLocks only;
  return only;
}
[[gnu::constructor]] void resolve_locks() {
  real_locks();
  report_locks();
  // The first of all handlers in a child, because handlers of other code take locks.
  pthread_atfork(nullptr, nullptr, forget_schedule);
}

// A condition that no thread of that scheduler can wake, if the calling thread waits for it next.
struct Lonely {
  const pthread_cond_t* condition;
  std::uint64_t scheduler;

  friend bool operator==(const Lonely&, const Lonely&) = default;
};
constinit thread_local Lonely lonely{};

constexpr timespec kPast{.tv_sec = 0, .tv_nsec = 0};

int take_mutex(LockScheduler& scheduler, pthread_mutex_t* mutex, const Until& until) {
  return take(
      scheduler, mutex, false, until, [mutex] { return real_locks().pthread_mutex_trylock(mutex); },
      [mutex, &until] {
        if (until.time == nullptr) return real_locks().pthread_mutex_lock(mutex);
        if (until.clock == CLOCK_REALTIME) return real_locks().pthread_mutex_timedlock(mutex, until.time);
        return real_locks().pthread_mutex_clocklock(mutex, until.clock, until.time);
      },
      [mutex] { return real_locks().pthread_mutex_timedlock(mutex, &kPast); });
}

// Whether the calling thread already holds the mutex, and the mutex is neither recursive nor error-checking.
// The C library stores the owner in the mutex.
bool waits_for_itself(const pthread_mutex_t* mutex) {
  const auto& data = mutex->__data;
  if (__atomic_load_n(&data.__lock, __ATOMIC_RELAXED) == 0) return false;
  // Robust, priority-inheriting and process-shared mutexes are not examined.
  constexpr int kKind = 0xFF;
  const int kind = __atomic_load_n(&data.__kind, __ATOMIC_RELAXED) & kKind;
  if (kind != PTHREAD_MUTEX_NORMAL && kind != PTHREAD_MUTEX_ADAPTIVE_NP) return false;
  return static_cast<std::uint32_t>(__atomic_load_n(&data.__owner, __ATOMIC_RELAXED)) == self();
}

int lock_unwatched(pthread_mutex_t* mutex) {
  if (!busy && !locks_are_own && waits_for_itself(mutex)) {
    const Busy own;
    report_self_deadlock();
  }
  return real_locks().pthread_mutex_lock(mutex);
}

int lock_mutex(LockScheduler& scheduler, pthread_mutex_t* mutex, const Until& until) {
  const Busy own;
  scheduler.point();
  return take_mutex(scheduler, mutex, until);
}

int lock_shared(LockScheduler& scheduler, pthread_rwlock_t* lock, const Until& until) {
  const Busy own;
  scheduler.point();
  return take(
      scheduler, lock, true, until, [lock] { return real_locks().pthread_rwlock_tryrdlock(lock); },
      [lock, &until] {
        if (until.time == nullptr) return real_locks().pthread_rwlock_rdlock(lock);
        if (until.clock == CLOCK_REALTIME) return real_locks().pthread_rwlock_timedrdlock(lock, until.time);
        return real_locks().pthread_rwlock_clockrdlock(lock, until.clock, until.time);
      },
      [lock] { return real_locks().pthread_rwlock_timedrdlock(lock, &kPast); });
}

int lock_alone(LockScheduler& scheduler, pthread_rwlock_t* lock, const Until& until) {
  const Busy own;
  scheduler.point();
  return take(
      scheduler, lock, false, until, [lock] { return real_locks().pthread_rwlock_trywrlock(lock); },
      [lock, &until] {
        if (until.time == nullptr) return real_locks().pthread_rwlock_wrlock(lock);
        if (until.clock == CLOCK_REALTIME) return real_locks().pthread_rwlock_timedwrlock(lock, until.time);
        return real_locks().pthread_rwlock_clockwrlock(lock, until.clock, until.time);
      },
      [lock] { return real_locks().pthread_rwlock_timedwrlock(lock, &kPast); });
}

int real_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const Until& until) {
  if (until.time == nullptr) return real_locks().pthread_cond_wait(condition, mutex);
  if (until.clock == CLOCK_REALTIME) return real_locks().pthread_cond_timedwait(condition, mutex, until.time);
  return real_locks().pthread_cond_clockwait(condition, mutex, until.clock, until.time);
}

// Whether another process may wake the condition. The C library has stored this flag here since it has
// conditions of this kind.
bool is_shared(const pthread_cond_t* condition) {
  constexpr unsigned kShared = 1;
  return (condition->__data.__wrefs & kShared) != 0;
}

int wait_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, const Until& until) {
  if (!until.valid()) return EINVAL;
  LockScheduler* const scheduler = watched();
  if (scheduler == nullptr) {
    if (busy || locks_are_own || lock_table::empty()) return real_wait(condition, mutex, until);
    const Busy own;
    const bool intercepted = mine(mutex);
    if (intercepted) lock_table::gave(mutex, self());
    if (intercepted) wake_from_outside(mutex, LockScheduler::kAll);
    const int result = real_wait(condition, mutex, until);
    if (intercepted) lock_table::took(mutex, self(), false);
    return result;
  }
  const Busy own;
  // A thread that wakes the condition without the lock may do so between the last check and the wait.
  scheduler->point();
  const auto wait_alone = [&] {
    lock_table::gave(mutex, self());
    scheduler->wake(mutex, LockScheduler::kAll, LockScheduler::WakePoint::kNone);
    return wait_outside(*scheduler, [&] {
      const int result = real_wait(condition, mutex, until);
      lock_table::took(mutex, self(), false);
      return result;
    });
  };
  // A thread that is not scheduled here may wake the condition.
  const Lonely now{.condition = condition, .scheduler = scheduler->number()};
  if (std::exchange(lonely, Lonely{}) == now || scheduler->has_strangers()) return wait_alone();
  lock_table::gave(mutex, self());
  scheduler->wake(mutex, LockScheduler::kAll, LockScheduler::WakePoint::kNone);
  const auto give_back = [mutex] {
    real_locks().pthread_mutex_unlock(mutex);
    return true;
  };
  const Woken woken = is_shared(condition) ? scheduler->wait(condition, until.left(), give_back)
                                           : scheduler->wait_for_wake(condition, until.left(), give_back);
  const bool late = woken == Woken::kByTime;
  const bool stays = late && !scheduler->has_strangers();
  if (stays) scheduler->sleep(until.left().value_or(nanoseconds(0)));
  const int result = take_mutex(*scheduler, mutex, {});
  if (result != 0 || stays) return result != 0 ? result : ETIMEDOUT;
  // A wake without a reason is allowed: the profiler checks its condition before it waits again.
  if (woken == Woken::kAlone) lonely = now;
  return late ? wait_alone() : result;
}

int real_wait(sem_t* semaphore, const Until& until) {
  if (until.time == nullptr) return real_locks().sem_wait(semaphore);
  if (until.clock == CLOCK_REALTIME) return real_locks().sem_timedwait(semaphore, until.time);
  return real_locks().sem_clockwait(semaphore, until.clock, until.time);
}

int wait_semaphore(sem_t* semaphore, const Until& until) {
  LockScheduler* const scheduler = watched();
  if (scheduler == nullptr || !until.valid()) return real_wait(semaphore, until);
  const Busy own;
  scheduler->point();
  for (;;) {
    if (real_locks().sem_trywait(semaphore) == 0) return 0;
    if (errno != EAGAIN) return -1;
    bool taken = false;
    Woken woken = Woken::kAlone;
    if (!scheduler->has_strangers()) {
      woken = scheduler->wait(semaphore, until.left(), [&] {
        taken = real_locks().sem_trywait(semaphore) == 0;
        return !taken;
      });
    }
    if (taken) return 0;
    if (woken == Woken::kByOther) continue;
    if (woken == Woken::kAlone || (woken == Woken::kByTime && scheduler->has_strangers()))
      return wait_outside(*scheduler, [&] { return real_wait(semaphore, until); });
    if (woken == Woken::kByTime) scheduler->sleep(until.left().value_or(nanoseconds(0)));
    errno = woken == Woken::kByTime ? ETIMEDOUT : EDEADLK;
    return -1;
  }
}

int report_wake(const void* what, std::uint32_t most, int result) {
  if (result != 0 || busy) return result;
  const Busy own;
  wake_scheduled(what, most);
  return result;
}

}  // namespace
}  // namespace gcrucible::platform

using namespace gcrucible::platform;

extern "C" {

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  LockScheduler* const scheduler = watched();
  return scheduler == nullptr ? lock_unwatched(mutex) : lock_mutex(*scheduler, mutex, {});
}
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  return attempt(mutex, false, [mutex] { return real_locks().pthread_mutex_trylock(mutex); });
}
int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) {
  LockScheduler* const scheduler = watched();
  return scheduler == nullptr ? real_locks().pthread_mutex_timedlock(mutex, time)
                              : lock_mutex(*scheduler, mutex, {.time = time});
}
int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* time) {
  LockScheduler* const scheduler = watched();
  return scheduler == nullptr ? real_locks().pthread_mutex_clocklock(mutex, clock, time)
                              : lock_mutex(*scheduler, mutex, {.clock = clock, .time = time});
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  return give(mutex, [mutex] { return real_locks().pthread_mutex_unlock(mutex); });
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  LockScheduler* const scheduler = watched();
  return scheduler == nullptr ? real_locks().pthread_rwlock_rdlock(lock) : lock_shared(*scheduler, lock, {});
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  return attempt(lock, true, [lock] { return real_locks().pthread_rwlock_tryrdlock(lock); });
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* time) {
  LockScheduler* const scheduler = watched();
  return scheduler == nullptr ? real_locks().pthread_rwlock_timedrdlock(lock, time)
                              : lock_shared(*scheduler, lock, {.time = time});
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
  LockScheduler* const scheduler = watched();
  return scheduler == nullptr ? real_locks().pthread_rwlock_clockrdlock(lock, clock, time)
                              : lock_shared(*scheduler, lock, {.clock = clock, .time = time});
}
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  LockScheduler* const scheduler = watched();
  return scheduler == nullptr ? real_locks().pthread_rwlock_wrlock(lock) : lock_alone(*scheduler, lock, {});
}
int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  return attempt(lock, false, [lock] { return real_locks().pthread_rwlock_trywrlock(lock); });
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* time) {
  LockScheduler* const scheduler = watched();
  return scheduler == nullptr ? real_locks().pthread_rwlock_timedwrlock(lock, time)
                              : lock_alone(*scheduler, lock, {.time = time});
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
  LockScheduler* const scheduler = watched();
  return scheduler == nullptr ? real_locks().pthread_rwlock_clockwrlock(lock, clock, time)
                              : lock_alone(*scheduler, lock, {.clock = clock, .time = time});
}
int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  return give(lock, [lock] { return real_locks().pthread_rwlock_unlock(lock); });
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return wait_condition(condition, mutex, {});
}
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* time) {
  return wait_condition(condition, mutex, {.time = time});
}
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* time) {
  return wait_condition(condition, mutex, {.clock = clock, .time = time});
}
int pthread_cond_signal(pthread_cond_t* condition) {
  return report_wake(condition, 1, real_locks().pthread_cond_signal(condition));
}
int pthread_cond_broadcast(pthread_cond_t* condition) {
  return report_wake(condition, LockScheduler::kAll, real_locks().pthread_cond_broadcast(condition));
}

int sem_wait(sem_t* semaphore) {
  return wait_semaphore(semaphore, {});
}
int sem_trywait(sem_t* semaphore) {
  LockScheduler* const scheduler = watched();
  if (scheduler == nullptr) return real_locks().sem_trywait(semaphore);
  const Busy own;
  scheduler->point();
  const int result = real_locks().sem_trywait(semaphore);
  if (result == 0 || errno != EAGAIN) return result;
  scheduler->yield();
  errno = EAGAIN;
  return result;
}
int sem_timedwait(sem_t* semaphore, const timespec* time) {
  return wait_semaphore(semaphore, {.time = time});
}
int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  return wait_semaphore(semaphore, {.clock = clock, .time = time});
}
int sem_post(sem_t* semaphore) {
  return report_wake(semaphore, 1, real_locks().sem_post(semaphore));
}

}  // extern "C"

#pragma GCC visibility pop
