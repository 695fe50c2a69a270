// Which of a class's fields do not lie where they would by themselves.
#pragma once

#include <vector>

#include "harness/program/program.h"

namespace gcrucible::scenario {

// For each of own_fields(type), in their order: whether a scenario has to say its offset.
std::vector<bool> told_offsets(const program::Program& program, const program::TypeSpec& type);

// The size of an instance that follows from the fields.
std::uint64_t natural_size(const program::TypeSpec& type);

}  // namespace gcrucible::scenario
