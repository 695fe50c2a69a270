// The objects that an enumeration of the profiler visited.
#pragma once

#include <string_view>

#include "harness/rules/decode/info_event.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

inline constexpr std::string_view kNoVisits = "the trace does not record the visited objects";

// Null if the trace does not have them.
inline const trace::Value* visits(const InfoEvent& info) {
  return trace::find(*info.event, "visited");
}

}  // namespace gcrucible::rules
