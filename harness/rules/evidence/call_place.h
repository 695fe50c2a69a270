// Where the profiler calls an Info method.
#pragma once

#include <cstdint>
#include <string>

#include "harness/rules/judge/end.h"
#include "harness/rules/judge/finding.h"
#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// GarbageCollectionStarted has returned, and GarbageCollectionFinished has not been called.
bool is_between(const History& history);
// The same of where the call is made: inside of one of the two of whatever collection it is not.
bool is_between(const OpenInfo& info, const History& history);
// The thread is known to run managed code, and did not come by that through ForceGC.
bool is_managed(std::uint32_t thread, const History& history);
// The first argument, 0 where the trace does not tell it.
std::uint64_t first_argument(const OpenInfo& info);
// The callback around hands out ObjectIDs, or an Info method has done so inside it.
bool has_ids(const OpenInfo& info, const History& history);
// "GetObjectSize2(0x10)"; without an argument the name alone.
std::string call_text(const OpenInfo& info);
// "inside ObjectReferences", "in no callback".
std::string place_text(const OpenInfo& info);

// The callback in which the process died or stood still; null where it was in none.
const InFlight* died_in(const End& end, const History& history);
// It died of memory that the heap had given up.
bool is_stale_fault(const End& end);
// "it read memory that object 3 left when collection 2 moved it".
std::string fault_text(const End& end);
Finding finding_at(const InFlight& call, std::string what);

}  // namespace gcrucible::rules
