// The event mask over time.
#pragma once

#include <cstdint>

#include "harness/abi/monitor_flags.h"

namespace gcrucible::rules {

struct EventMask {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  bool operator==(const EventMask&) const = default;
};

// Whether the mask enables the callbacks for the start and end of collections.
inline bool reports_collections(EventMask mask) {
  return (mask.low & abi::COR_PRF_MONITOR_GC) != 0 || (mask.high & abi::COR_PRF_HIGH_BASIC_GC) != 0;
}

// Other threads may observe a mask from the entry of SetEventMask, and must observe it from its return.
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
    ever_ = {ever_.low | mask.low, ever_.high | mask.high};
  }
  void answered(bool succeeded) {
    if (succeeded) {
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
  EventMask permitted() const { return {now_.low | next_.low, now_.high | next_.high}; }
  // Every bit that has been requested since the start.
  EventMask ever() const { return ever_; }
  // Every bit that threads must observe as set.
  EventMask required() const { return {now_.low & next_.low, now_.high & next_.high}; }

 private:
  bool known_ = false;
  bool set_ = false;
  bool by_one_word_ = false;
  bool next_by_one_word_ = false;
  EventMask now_;
  EventMask next_;
  EventMask ever_;
};

}  // namespace gcrucible::rules
