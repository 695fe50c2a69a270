// The memory that a program's objects need at the very least.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/program/validate/validate.h"

namespace gcrucible::program {

// The first allocation at which a sound program needs more than `memory` bytes for certain; nothing where it
// may fit. Counted is what the simulator keeps of every object for the whole run, dead or not, and the bytes
// of the objects that one allocation makes, which are all there at once where they have bytes. Collections
// need more on top, so that what passes may still run out.
std::optional<Problem> beyond_memory(const Program& program, std::uint64_t memory);

}  // namespace gcrucible::program
