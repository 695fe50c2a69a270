// The calls of a trace that have not returned yet.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gcrucible::trace {

// Calls must be entered in line order. Memory grows with the number of open calls.
class OpenCalls {
 public:
  void enter(std::uint64_t line, std::uint32_t thread) { calls_.push_back({line, thread, true}); }

  // Ignores a line that is not a call.
  void leave(std::uint64_t line) {
    Call* const call = find(line);
    if (call == nullptr || !call->open) return;
    call->open = false;
    while (!calls_.empty() && !calls_.back().open) calls_.pop_back();
    // Removes returned calls that are below a call that is still open.
    if (++left_below_ < 2 * calls_.size()) return;
    std::erase_if(calls_, [](const Call& each) { return !each.open; });
    left_below_ = 0;
  }

  bool is_open(std::uint64_t line, std::uint32_t thread) {
    const Call* const call = find(line);
    return call != nullptr && call->open && call->thread == thread;
  }

 private:
  struct Call {
    std::uint64_t line;
    std::uint32_t thread;
    bool open;
  };

  Call* find(std::uint64_t line) {
    const auto found = std::ranges::lower_bound(calls_, line, {}, &Call::line);
    return found == calls_.end() || found->line != line ? nullptr : &*found;
  }

  std::vector<Call> calls_;
  std::size_t left_below_ = 0;
};

}  // namespace gcrucible::trace
