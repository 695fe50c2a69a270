// Managed threads that have not yet told of the end of a suspension.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>

namespace gcrucible::clr {

// Those that are `late` in a suspension (SuspensionCourse) tell of its end when the runtime runs again, and
// may find the next one begun by another thread: a CLR's threads then go on waiting and tell nothing of that
// one. Any thread.
class LateThreads {
 public:
  LateThreads() = default;
  LateThreads(const LateThreads&) = delete;
  LateThreads& operator=(const LateThreads&) = delete;

  void begin(std::uint32_t thread) {
    const std::scoped_lock lock(mutex_);
    late_.insert(thread);
  }
  void end(std::uint32_t thread) {
    const std::scoped_lock lock(mutex_);
    late_.erase(thread);
  }
  bool has(std::uint32_t thread) const {
    const std::scoped_lock lock(mutex_);
    return late_.contains(thread);
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::uint32_t> late_;
};

}  // namespace gcrucible::clr
