// What an event mask reports.
#pragma once

#include <cstdint>

#include "harness/abi/event_mask.h"
#include "harness/abi/monitor_flags.h"

namespace gcrucible::rules {

using abi::EventMask;

// Whether the mask enables the callbacks for the start and end of collections.
inline bool reports_collections(EventMask mask) {
  return (mask.low & abi::COR_PRF_MONITOR_GC) != 0 || (mask.high & abi::COR_PRF_HIGH_BASIC_GC) != 0;
}

// ObjectAllocated is delivered for every object only if both are set.
inline constexpr std::uint32_t kEachAllocation =
    abi::COR_PRF_ENABLE_OBJECT_ALLOCATED | abi::COR_PRF_MONITOR_OBJECT_ALLOCATED;

inline bool reports_each_allocation(EventMask mask) {
  return (mask.low & kEachAllocation) == kEachAllocation;
}

}  // namespace gcrucible::rules
