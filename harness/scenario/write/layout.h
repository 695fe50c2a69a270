// Finds the fields of a class that are not at their default offsets.
#pragma once

#include <vector>

#include "harness/program/program.h"

namespace gcrucible::scenario {

// For each of own_fields(type), in order: whether a scenario must state its offset.
std::vector<bool> reported_offsets(const program::Program& program, const program::TypeSpec& type);

// The size of an instance that follows from the fields.
std::uint64_t natural_size(const program::TypeSpec& type);

}  // namespace gcrucible::scenario
