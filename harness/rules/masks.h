// The event mask over time.
#pragma once

#include <cstdint>

namespace gcrucible::rules {

struct EventMask {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  bool operator==(const EventMask&) const = default;
};

// Other threads may see a mask from the entry of SetEventMask on, and must see it from its return on.
class Masks {
 public:
  void start(EventMask mask) {
    now_ = mask;
    next_ = mask;
    known_ = true;
  }
  void asked(EventMask mask) { next_ = mask; }
  void answered(bool succeeded) {
    if (succeeded) {
      now_ = next_;
      known_ = true;
    }
    next_ = now_;
  }

  bool known() const { return known_; }
  EventMask now() const { return now_; }
  // Every bit that may be seen as set.
  EventMask permitted() const { return {now_.low | next_.low, now_.high | next_.high}; }
  // Every bit that must be seen as set.
  EventMask required() const { return {now_.low & next_.low, now_.high & next_.high}; }

 private:
  bool known_ = false;
  EventMask now_;
  EventMask next_;
};

}  // namespace gcrucible::rules
