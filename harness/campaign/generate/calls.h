// Adds calls and returns to a generated program.
#pragma once

#include <cstdint>

#include "harness/program/program.h"

namespace gcrucible::campaign {

// Adds them before allocations, and frames to allocations. The rest of the program stays as it is, so that a
// campaign with calls has the same cases as one without.
void add_calls(program::Program& program, std::uint64_t seed);

}  // namespace gcrucible::campaign
