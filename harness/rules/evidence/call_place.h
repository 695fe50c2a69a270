// Where the profiler calls an Info method.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/rules/judge/end.h"
#include "harness/rules/judge/finding.h"
#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// GarbageCollectionStarted has returned, and GarbageCollectionFinished has not been called.
bool is_between(const History& history);
// The same at the place of the call, which may be inside one of the two callbacks.
bool is_between(const OpenInfo& info, const History& history);
// The thread is known to run managed code, and ForceGC did not make it a managed thread.
bool is_managed(std::uint32_t thread, const History& history);
// The runtime refuses the call whatever its arguments. It does not have the method, or it does not allow the
// call at this place, on this thread or by this profiler.
bool is_refused(const InfoEvent& info, const History& history);
// The call came at a wrong time, so the answer does not concern its arguments.
bool is_untimely(const InfoEvent& info);
// The first argument, or 0 if the trace does not contain it.
std::uint64_t first_argument(const OpenInfo& info);
// The surrounding callback passes ObjectIDs, or an Info method has returned some inside it.
bool has_ids(const OpenInfo& info, const History& history);
// "GetObjectSize2(0x10)"; only the name if there is no argument.
std::string call_text(const OpenInfo& info);
// "inside ObjectReferences", "in no callback".
std::string place_text(const OpenInfo& info);
// Continues a sentence about a detach; empty if the profiler requested it.
std::string_view requester(const Lifecycle& life);

// The callback in which the process died or hung; null if it was in no callback.
const InFlight* died_in(const End& end, const History& history);
// The process died because it accessed memory that the heap had given up.
bool is_stale_fault(const End& end);
// "it read memory that object 3 left when collection 2 moved it".
std::string fault_text(const End& end);
Finding finding_at(const InFlight& call, std::string what);

}  // namespace gcrucible::rules
