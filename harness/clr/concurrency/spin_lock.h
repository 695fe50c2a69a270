// A lock for a few instructions that no schedule may see: threads of the profiler's come here at any time.
#pragma once

#include <atomic>

namespace gcrucible::clr {

// For std::scoped_lock. Held while names are compared and copied and while tables grow, and never while the
// profiler is called: one that calls Info from a malloc of its own must not do so here.
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
