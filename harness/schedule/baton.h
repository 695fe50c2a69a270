// What one thread gives another to let it go on.
#pragma once

#include <atomic>
#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace gcrucible::schedule {

// A binary semaphore that looks for a while before it sleeps: most hand-overs are answered within
// microseconds, and going to sleep costs more than that. Given once, taken once; any threads.
class Baton {
 public:
  void give() {
    given_.store(1, std::memory_order_release);
    given_.notify_one();
  }
  void take() {
    for (int look = 0; look < kLooks; ++look) {
      if (given_.load(std::memory_order_acquire) != 0) return given_.store(0, std::memory_order_relaxed);
      relax();
    }
    while (given_.load(std::memory_order_acquire) == 0) given_.wait(0, std::memory_order_acquire);
    given_.store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr int kLooks = 400;

  static void relax() {
#if defined(__x86_64__) || defined(_M_X64)
    _mm_pause();
#endif
  }

  alignas(64) std::atomic<std::uint32_t> given_{0};
};

}  // namespace gcrucible::schedule
