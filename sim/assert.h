// Assertions for programmer errors in the simulator and the host. A debug build stops at the error.
#pragma once

#include <cassert>

// Not for errors that a scenario, a profiler or a machine can cause. Those are returned as values.
#define GCRUCIBLE_ASSERT(condition) assert(condition)
