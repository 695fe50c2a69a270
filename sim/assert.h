// Programmer errors inside the simulator and the host stop a debug build where they are found.
#pragma once

#include <cassert>

// Not for anything a scenario, a profiler or a machine can cause: those are reported as values.
#define GCRUCIBLE_ASSERT(condition) assert(condition)
