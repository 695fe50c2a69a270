// The event mask over time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/abi/monitor_flags.h"

namespace gcrucible::rules {

struct EventMask {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  bool operator==(const EventMask&) const = default;
  // Bit by bit.
  friend EventMask operator|(EventMask a, EventMask b) { return {a.low | b.low, a.high | b.high}; }
  friend EventMask operator&(EventMask a, EventMask b) { return {a.low & b.low, a.high & b.high}; }
};

// Whether the mask enables the callbacks for the start and end of collections.
inline bool reports_collections(EventMask mask) {
  return (mask.low & abi::COR_PRF_MONITOR_GC) != 0 || (mask.high & abi::COR_PRF_HIGH_BASIC_GC) != 0;
}

// Other threads may observe a mask from the entry of SetEventMask, and must observe it from its return. A
// thread of a real CLR that has looked at the mask before that may still enter its callback later; see
// permitted_for().
class Masks {
 public:
  void start(EventMask mask) {
    now_ = mask;
    next_ = mask;
    known_ = true;
    ever_ = permitted();
  }
  // `one_word`: requested by SetEventMask, which has no high word.
  void asked(EventMask mask, bool one_word) {
    next_ = mask;
    next_by_one_word_ = one_word;
    ever_ = ever_ | mask;
  }
  // `line` is the line of the return, on `thread`.
  void answered(bool succeeded, std::uint64_t line, std::uint32_t thread) {
    if (succeeded) {
      if (now_ != next_) {
        if (past_.size() == kMostPast) past_.erase(past_.begin());
        past_.push_back({.mask = now_, .until = line, .thread = thread});
      }
      now_ = next_;
      by_one_word_ = next_by_one_word_;
      known_ = true;
      set_ = true;
    }
    next_ = now_;
  }

  bool known() const { return known_; }
  // A call has set the mask since the start. Before, the mask is the one in the trace's header, which is
  // the mask at the end of Initialize.
  bool set() const { return set_; }
  // The last call that succeeded was SetEventMask.
  bool by_one_word() const { return by_one_word_; }
  EventMask now() const { return now_; }
  // Every bit that threads may observe as set.
  EventMask permitted() const { return now_ | next_; }
  // Every bit that a thread of a real CLR may have observed as set since its line `last`. The thread that
  // replaced a mask observes the new one at once.
  EventMask permitted_for(std::uint32_t thread, std::uint64_t last) const {
    EventMask mask = permitted();
    for (const Past& past : past_) {
      if (past.until <= last || past.thread == thread) continue;
      mask = mask | past.mask;
    }
    return mask;
  }
  // Every bit that has been requested since the start.
  EventMask ever() const { return ever_; }
  // Every bit that threads must observe as set.
  EventMask required() const { return now_ & next_; }

 private:
  // No thread stays between its look at the mask and its callback for as many changes.
  static constexpr std::size_t kMostPast = 64;
  struct Past {
    EventMask mask;
    std::uint64_t until = 0;
    std::uint32_t thread = 0;
  };

  bool known_ = false;
  bool set_ = false;
  bool by_one_word_ = false;
  bool next_by_one_word_ = false;
  EventMask now_;
  EventMask next_;
  EventMask ever_;
  std::vector<Past> past_;
};

}  // namespace gcrucible::rules
