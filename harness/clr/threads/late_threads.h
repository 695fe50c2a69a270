// Managed threads that have not yet reported the end of a suspension.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>

namespace gcrucible::clr {

// Threads that are `late` in a suspension (SuspensionCourse) report its end only after the runtime runs
// again. Another thread may have begun the next suspension by then. As in a CLR, the late threads then keep
// waiting, and report nothing about that one. Any thread may use it.
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
