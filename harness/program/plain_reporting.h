// The reference form of a program's reports. Other forms are compared with it.
#pragma once

#include "harness/program/program.h"

namespace gcrucible::program {

// The same program, reported in the plainest legal way. Parts come one after the other in .NET's order. Each
// part has as few calls as the runtime makes, and entries have their natural order. This includes collections
// that are not steps of the program: ForceGC, a background collection that blocks, a young collection in its
// first pause. All events and all addresses stay the same.
// These things stay unchanged:
// - Departures that the program states.
// - Liberties that cause events, because a profiler may count these events.
// - Collections during which the profiler attaches: their order decides which reports it receives.
// - Collections while other threads run, because threads take turns at each callback.
Program played_plainly(Program program);

// The same for one collection.
Reporting played_plainly(const Reporting& reporting, const RuntimeProfile& runtime);

}  // namespace gcrucible::program
