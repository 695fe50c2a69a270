// A binary semaphore that wakes one thread.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace gcrucible::schedule {

// Spins briefly before it sleeps: most hand-overs take microseconds, and going to sleep costs more. Each
// give() matches one take(). Any thread may call both.
class BinarySemaphore {
 public:
  void give() {
    given_.store(true, std::memory_order_seq_cst);
    if (!asleep_.load(std::memory_order_seq_cst)) return;
    // A thread that is about to sleep holds the lock until it sleeps.
    const std::scoped_lock lock(mutex_);
    wake_.notify_one();
  }
  void take() {
    if (taken_at_once()) return;
    std::unique_lock lock(mutex_);
    asleep_.store(true, std::memory_order_seq_cst);
    wake_.wait(lock, [this] { return given_.load(std::memory_order_seq_cst); });
    wake_up();
  }
  // Returns false after a timeout.
  bool take(std::chrono::milliseconds patience) {
    if (taken_at_once()) return true;
    std::unique_lock lock(mutex_);
    asleep_.store(true, std::memory_order_seq_cst);
    const bool given =
        wake_.wait_for(lock, patience, [this] { return given_.load(std::memory_order_seq_cst); });
    if (given) {
      wake_up();
    } else {
      asleep_.store(false, std::memory_order_relaxed);
    }
    return given;
  }

 private:
  static constexpr int kLooks = 400;

  static void relax() {
    // <immintrin.h> also declares a pause. Parsing it takes longer than all other includes of this file.
#if defined(_MSC_VER)
    _mm_pause();
#elif defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  bool taken_at_once() {
    for (int look = 0; look < kLooks; ++look) {
      if (given_.load(std::memory_order_acquire)) {
        given_.store(false, std::memory_order_relaxed);
        return true;
      }
      relax();
    }
    return false;
  }
  void wake_up() {
    asleep_.store(false, std::memory_order_relaxed);
    given_.store(false, std::memory_order_relaxed);
  }

  alignas(64) std::atomic<bool> given_{false};
  std::atomic<bool> asleep_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
};

}  // namespace gcrucible::schedule
