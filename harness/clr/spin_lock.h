// A lock for a few instructions that no schedule may see: threads of the profiler's come here at any time.
#pragma once

#include <atomic>

namespace gcrucible::clr {

// For std::scoped_lock. Never held while anything else is called.
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
