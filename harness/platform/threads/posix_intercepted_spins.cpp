// The system's spin locks, in front of the C library's, as posix_intercepted_locks.cpp does for other locks.
// A thread that spins in its turn would keep the holder from running.
#include <pthread.h>

#include <cerrno>

#include "harness/platform/threads/lock_scheduler.h"
#include "harness/platform/threads/posix_intercepted_holds.h"
#include "harness/platform/threads/posix_real_locks.h"

// glibc does not declare all of these functions with default visibility.
#pragma GCC visibility push(default)

namespace gcrucible::platform {
namespace {

struct RealSpins {
  decltype(::pthread_spin_lock)* lock = next<decltype(::pthread_spin_lock)>("pthread_spin_lock");
  decltype(::pthread_spin_trylock)* trylock = next<decltype(::pthread_spin_trylock)>("pthread_spin_trylock");
  decltype(::pthread_spin_unlock)* unlock = next<decltype(::pthread_spin_unlock)>("pthread_spin_unlock");
};

const RealSpins& real_spins() {
  static const RealSpins only;
  return only;
}
[[gnu::constructor]] void resolve_spins() {
  real_spins();
}

const void* address(const pthread_spinlock_t* lock) {
  return const_cast<const int*>(lock);
}

}  // namespace
}  // namespace gcrucible::platform

using namespace gcrucible::platform;

extern "C" {

int pthread_spin_lock(pthread_spinlock_t* lock) {
  LockScheduler* const scheduler = watched();
  if (scheduler == nullptr) return real_spins().lock(lock);
  const Busy own;
  scheduler->point();
  // A spin lock does not store its holder, so no attempt detects a thread that takes it twice.
  return take(
      *scheduler, address(lock), false, {}, [lock] { return real_spins().trylock(lock); },
      [lock] { return real_spins().lock(lock); }, [] { return 0; });
}
int pthread_spin_trylock(pthread_spinlock_t* lock) {
  return attempt(address(lock), false, [lock] { return real_spins().trylock(lock); });
}
int pthread_spin_unlock(pthread_spinlock_t* lock) {
  return give(address(lock), [lock] { return real_spins().unlock(lock); });
}

}  // extern "C"

#pragma GCC visibility pop
