// Who ends a run by SIGKILL, which says nothing of its sender.
#pragma once

#include <string>

#include "harness/driver/outcome.h"

namespace gcrucible::driver {

// Before the first run: from now on it is known whether the system ends processes for want of memory. Any
// thread, any number of times.
void look_at_memory();

// Of a run that SIGKILL ended in the simulator's own work, in which no profiler was: whether it must be taken
// for the system's doing, as when memory runs out. Who ends the process that has started it as well, again
// and again, is no such system unless that has ended any process since look_at_memory().
bool may_be_the_system(const Outcome& outcome);

// How such a run is refused.
std::string text_of_kill();

}  // namespace gcrucible::driver
