// A lock for a few instructions, invisible to schedules: the profiler's threads take it at any time.
#pragma once

#include <atomic>

namespace gcrucible::clr {

// For std::scoped_lock. Held while names are compared and copied and while tables grow, never during calls of
// the profiler. A profiler with its own malloc must not call Info from it here.
class SpinLock {
 public:
  SpinLock() = default;
  SpinLock(const SpinLock&) = delete;
  SpinLock& operator=(const SpinLock&) = delete;

  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { taken_.clear(std::memory_order_release); }

 private:
  std::atomic_flag taken_;
};

}  // namespace gcrucible::clr
