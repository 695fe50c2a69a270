// Finds out whether one thread makes a whole collection.
#pragma once

#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// True for a thread of the program, not of the collector. False if the trace does not show whose the thread
// is. In .NET a thread reports only its own suspension, and a collector's thread has none.
bool is_of_program(std::uint32_t native, const History& history);

// True if a thread of the program raised GarbageCollectionStarted. Under server GC a collector's thread
// raises it, which has no ThreadID. False if the trace does not show whose the thread is.
bool collects_on_one_thread(const Collection& collection, const History& history);

}  // namespace gcrucible::rules
