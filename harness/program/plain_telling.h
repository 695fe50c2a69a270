// The telling that other tellings of a program are compared with.
#pragma once

#include "harness/program/program.h"

namespace gcrucible::program {

// The same program, told in the plainest legal way: part after part in .NET's order, each in as few calls as
// the runtime makes, entries in their natural order; so are collections that are no steps of the program
// (ForceGC, a background collection that blocks, a young one in its first pause). What happens stays the
// same, and so does where: every address is the same in both. Departures that the program says stay too, so
// do those of the runtime's liberties by which something happens, since a profiler may count what they bring,
// and so do collections in the middle of which the profiler is attached, because their order decides what it
// is told at all, and those beside other threads at work, which take turns at each callback.
Program told_plainly(Program program);

// The same of one collection.
Telling told_plainly(const Telling& telling, const RuntimeProfile& runtime);

}  // namespace gcrucible::program
