// How a suspension of the program's goes: what the scenario says of it, and what is drawn where it says
// nothing.
#pragma once

#include <cstdint>

#include "harness/calls/liberties.h"
#include "harness/clr/clr.h"
#include "harness/clr/suspension.h"
#include "harness/program/suspending.h"

namespace gcrucible::host {

// On the thread that will suspend, or for which the collector's will. `ending`: a thread of which nothing is
// told any more, since its ThreadDestroyed has begun (GC-SUS-016). `threads`: how many the program has.
clr::SuspensionCourse course_of(clr::Clr& clr, const program::Suspending& said,
                                const calls::Liberties& liberties, std::uint32_t threads,
                                std::uint32_t ending);

}  // namespace gcrucible::host
