// The minimum memory that a program's objects need.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/program/validate/validate.h"

namespace gcrucible::program {

// The first allocation at which a valid program certainly needs more than `memory` bytes; nothing if the
// program may fit. The count includes the simulator's data for every object, dead or not, during the whole
// run. It also includes the bytes of one allocation's objects, which exist at the same time (only with
// backing memory). Collections need additional memory, so a program that passes can still run out.
std::optional<Problem> beyond_memory(const Program& program, std::uint64_t memory);

}  // namespace gcrucible::program
