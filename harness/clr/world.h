// The lock behind "one thing happens at a time": steps of the program, and collections a profiler's thread
// forces.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace gcrucible::clr {

// First come, first served, so that a thread that asks for a collection gets it at the next boundary of steps
// and the program cannot run away from it. Not recursive.
class World {
 public:
  void lock() {
    std::unique_lock lock(mutex_);
    const std::uint64_t mine = next_++;
    turn_.wait(lock, [&] { return serving_ == mine; });
  }
  void unlock() {
    const std::scoped_lock lock(mutex_);
    ++serving_;
    turn_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable turn_;
  std::uint64_t next_ = 0;
  std::uint64_t serving_ = 0;
};

}  // namespace gcrucible::clr
