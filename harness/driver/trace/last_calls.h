// What a profiler that died or hung had asked the runtime before.
#pragma once

#include "harness/driver/outcome.h"

namespace gcrucible::driver {

// From the outcome's trace, if it has one: the last Info calls of the callback in which the profiler was, or
// of none, as far as nothing else is known of them.
void read_last_calls(Outcome& outcome);

}  // namespace gcrucible::driver
