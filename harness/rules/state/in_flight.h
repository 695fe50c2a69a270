// Callbacks and Info calls that were entered and have not returned.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "harness/rules/decode/call.h"

namespace gcrucible::rules {

inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFFu;

// A callback under way.
struct InFlight {
  std::uint64_t line = 0;
  Call call = Call::kOther;
  std::uint32_t thread = 0;
  std::uint64_t subject = 0;
  std::uint32_t batch = kNoIndex;  // its BatchCall, if it has ranges or roots
  std::uint64_t object_class = 0;
  std::uint64_t entries = 0;     // number of entries of its arrays; 0 if it has none
  bool safe_to_block = false;    // of JITCompilationStarted and JITCompilationFinished
  bool null_entries = false;     // its roots or classes contain nulls
  std::uint32_t collection = 0;  // in which it was entered; 0 for none
  bool returned = false;
};

// Calls of several threads end in any order, so some entries have already returned and wait for removal.
// `T` has `line`, `thread` and `returned`.
template <typename T>
class CallsInFlight {
 public:
  // More calls than threads can have open at once. Only a damaged trace leaves so many without a return.
  // Further calls are ignored. Lines that do not ascend also mean a damaged trace.
  static constexpr std::size_t kMost = 32768;

  void add(T call) {
    if (calls_.size() >= kMost || (!calls_.empty() && calls_.back().line >= call.line)) return;
    calls_.push_back(std::move(call));
  }
  // The call entered at that line, or null if there is none or the call has returned.
  T* find(std::uint64_t line) {
    const auto found = std::lower_bound(calls_.begin(), calls_.end(), line,
                                        [](const T& call, std::uint64_t at) { return call.line < at; });
    return found == calls_.end() || found->line != line || found->returned ? nullptr : &*found;
  }
  const T* find(std::uint64_t line) const { return const_cast<CallsInFlight*>(this)->find(line); }
  // The innermost open call of a thread.
  const T* innermost(std::uint32_t thread) const {
    for (std::size_t i = calls_.size(); i-- > 0;) {
      if (calls_[i].thread == thread && !calls_[i].returned) return &calls_[i];
    }
    return nullptr;
  }
  // `call` comes from find(). The reference may be invalid afterwards.
  void end(T& call) {
    call.returned = true;
    ++returned_;
    while (!calls_.empty() && calls_.back().returned) {
      calls_.pop_back();
      --returned_;
    }
    // A call that never returns must not keep all later ones in the list. Removal must also not move the
    // whole list each time.
    if (returned_ > 64 && returned_ * 2 > calls_.size()) {
      std::erase_if(calls_, [](const T& each) { return each.returned; });
      returned_ = 0;
    }
  }
  // Every call has returned.
  bool empty() const { return returned_ == calls_.size(); }
  // Ascending by line; some may have returned.
  std::span<const T> calls() const { return calls_; }

 private:
  std::vector<T> calls_;
  std::size_t returned_ = 0;
};

}  // namespace gcrucible::rules
