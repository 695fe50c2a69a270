// Whether one thread makes a whole collection.
#pragma once

#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// A thread that is no collector's own: of the program. False where the trace does not show whose it is. In
// .NET a thread that tells a suspension tells its own, and a collector's thread has none.
bool is_of_program(std::uint32_t native, const History& history);

// A thread of the program's own raised GarbageCollectionStarted. Under server GC that is a thread of the
// collector's, which has no ThreadID. False too where the trace does not show whose the thread is.
bool collects_on_one_thread(const Collection& collection, const History& history);

}  // namespace gcrucible::rules
