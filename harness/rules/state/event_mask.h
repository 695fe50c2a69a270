// The two words of an event mask.
#pragma once

#include <cstdint>

#include "harness/abi/monitor_flags.h"

namespace gcrucible::rules {

struct EventMask {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  bool operator==(const EventMask&) const = default;
  // Bit by bit.
  friend EventMask operator|(EventMask a, EventMask b) { return {a.low | b.low, a.high | b.high}; }
  friend EventMask operator&(EventMask a, EventMask b) { return {a.low & b.low, a.high & b.high}; }
  // The bits of `a` that `b` does not have.
  friend EventMask operator-(EventMask a, EventMask b) { return {a.low & ~b.low, a.high & ~b.high}; }
};

// Whether the mask enables the callbacks for the start and end of collections.
inline bool reports_collections(EventMask mask) {
  return (mask.low & abi::COR_PRF_MONITOR_GC) != 0 || (mask.high & abi::COR_PRF_HIGH_BASIC_GC) != 0;
}

}  // namespace gcrucible::rules
