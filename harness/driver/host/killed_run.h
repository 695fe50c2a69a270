// Finds the likely sender of a SIGKILL that ended a run; the signal does not name its sender.
#pragma once

#include <string>

#include "harness/driver/outcome.h"

namespace gcrucible::driver {

// Call before the first run: later calls can then detect whether the system has killed processes for lack of
// memory. Any thread, any number of times.
void look_at_memory();

// Whether the system may have sent the SIGKILL that ended a run in the simulator's own work, for example
// because memory ran out. If the signal also ended the parent process repeatedly, the system is the sender
// only if it has killed any process since look_at_memory().
bool may_be_the_system(const Outcome& outcome);

// The message with which such a run is refused.
std::string text_of_kill();

}  // namespace gcrucible::driver
