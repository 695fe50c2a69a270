// The C library's locks, which the functions of the same names call.
#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>

namespace gcrucible::platform {

inline bool in_same_library(const void* a, const void* b) {
  Dl_info of_a = {}, of_b = {};
  return dladdr(a, &of_a) != 0 && dladdr(b, &of_b) != 0 && of_a.dli_fbase == of_b.dli_fbase;
}

// If another library, such as a sanitizer's, comes before the C library, its function is used for every
// version. That library must see all calls.
template <typename Function>
Function* next(const char* name, const char* version = nullptr) {
  void* found = dlsym(RTLD_NEXT, name);
  void* const versioned = version == nullptr ? nullptr : dlvsym(RTLD_NEXT, name, version);
  if (versioned != nullptr && in_same_library(found, versioned)) found = versioned;
  return reinterpret_cast<Function*>(found);
}

// glibc has an older kind of condition variables under the same names.
inline constexpr const char* kConditions = "GLIBC_2.3.2";

struct RealLocks {
#define GCRUCIBLE_REAL(name) decltype(::name)* name = next<decltype(::name)>(#name);
  GCRUCIBLE_REAL(pthread_mutex_lock)
  GCRUCIBLE_REAL(pthread_mutex_trylock)
  GCRUCIBLE_REAL(pthread_mutex_timedlock)
  GCRUCIBLE_REAL(pthread_mutex_clocklock)
  GCRUCIBLE_REAL(pthread_mutex_unlock)
  GCRUCIBLE_REAL(pthread_rwlock_rdlock)
  GCRUCIBLE_REAL(pthread_rwlock_tryrdlock)
  GCRUCIBLE_REAL(pthread_rwlock_timedrdlock)
  GCRUCIBLE_REAL(pthread_rwlock_clockrdlock)
  GCRUCIBLE_REAL(pthread_rwlock_wrlock)
  GCRUCIBLE_REAL(pthread_rwlock_trywrlock)
  GCRUCIBLE_REAL(pthread_rwlock_timedwrlock)
  GCRUCIBLE_REAL(pthread_rwlock_clockwrlock)
  GCRUCIBLE_REAL(pthread_rwlock_unlock)
  GCRUCIBLE_REAL(sem_wait)
  GCRUCIBLE_REAL(sem_trywait)
  GCRUCIBLE_REAL(sem_timedwait)
  GCRUCIBLE_REAL(sem_clockwait)
  GCRUCIBLE_REAL(sem_post)
#undef GCRUCIBLE_REAL
#define GCRUCIBLE_REAL(name) decltype(::name)* name = next<decltype(::name)>(#name, kConditions);
  GCRUCIBLE_REAL(pthread_cond_wait)
  GCRUCIBLE_REAL(pthread_cond_timedwait)
  GCRUCIBLE_REAL(pthread_cond_signal)
  GCRUCIBLE_REAL(pthread_cond_broadcast)
#undef GCRUCIBLE_REAL
  decltype(::pthread_cond_clockwait)* pthread_cond_clockwait =
      next<decltype(::pthread_cond_clockwait)>("pthread_cond_clockwait");
};

}  // namespace gcrucible::platform
