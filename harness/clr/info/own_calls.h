// Counts the Info calls from which the profiler's own threads have returned.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "harness/abi/tables/info_methods.h"

namespace gcrucible::clr {

// Any thread may use it.
class OwnCalls {
 public:
  void returned(abi::InfoMethod method) {
    {
      const std::lock_guard lock(mutex_);
      ++counts_[static_cast<std::size_t>(method)];
    }
    more_.notify_all();
  }
  // Waits until there were `count` calls of that method since the start of the run.
  void wait(abi::InfoMethod method, std::uint64_t count) {
    std::unique_lock lock(mutex_);
    more_.wait(lock, [&] { return counts_[static_cast<std::size_t>(method)] >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable more_;
  std::array<std::uint64_t, abi::kInfoMethods.size()> counts_{};
};

}  // namespace gcrucible::clr
