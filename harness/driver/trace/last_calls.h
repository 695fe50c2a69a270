// The last Info calls of a profiler that died or hung.
#pragma once

#include "harness/driver/outcome.h"

namespace gcrucible::driver {

// Reads them from the outcome's trace, if there is one. They are the last Info calls of the profiler's
// callback, or those outside of any callback. Does not replace details that are already known.
void read_last_calls(Outcome& outcome);

}  // namespace gcrucible::driver
