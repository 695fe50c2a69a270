// The lock behind "one thing happens at a time": steps of the program, and collections a profiler's thread
// forces.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace gcrucible::clr {

// First come, first served, so that a thread that asks for a collection gets it at the next boundary of steps
// and the program cannot run away from it. Not recursive. Any thread may unlock it, because any thread may
// resume a runtime that another one suspended.
class World {
 public:
  void lock() {
    std::unique_lock lock(mutex_);
    const std::uint64_t mine = next_++;
    turn_.wait(lock, [&] { return serving_ == mine; });
    owner_ = std::this_thread::get_id();
  }
  void unlock() {
    const std::scoped_lock lock(mutex_);
    owner_ = std::thread::id{};
    ++serving_;
    turn_.notify_all();
  }

  // Whether the calling thread may change the heap.
  bool mine() const { return owner_ == std::this_thread::get_id(); }
  // The owner lets another thread work in its place, and waits for it.
  void hand_to(std::thread::id thread) { owner_ = thread; }

 private:
  std::mutex mutex_;
  std::condition_variable turn_;
  std::uint64_t next_ = 0;
  std::uint64_t serving_ = 0;
  std::atomic<std::thread::id> owner_{};
};

}  // namespace gcrucible::clr
