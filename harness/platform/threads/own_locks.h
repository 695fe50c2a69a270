// Marks locks that have nothing to do with the profiler.
#pragma once

#include <utility>

namespace gcrucible::platform {

// True if the calling thread reports none of its lock operations while no LockScheduler watches it. The
// thread works for the code that receives the reports, and may hold a lock that this code needs.
extern constinit thread_local bool locks_are_own;

// Sets locks_are_own for the calling thread while the object is alive.
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
