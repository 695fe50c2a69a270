// Locks that are none of the profiler's business.
#pragma once

#include <utility>

namespace gcrucible::platform {

// Whether what the calling thread does with locks is told to nobody where no LockScheduler watches it: it
// does it for whoever is told, maybe while it holds what that one needs.
extern constinit thread_local bool locks_are_own;

// The same as long as it lives.
class OwnLocks {
 public:
  OwnLocks() : before_(std::exchange(locks_are_own, true)) {}
  OwnLocks(const OwnLocks&) = delete;
  OwnLocks& operator=(const OwnLocks&) = delete;
  ~OwnLocks() { locks_are_own = before_; }

 private:
  bool before_;
};

}  // namespace gcrucible::platform
