// Checks the arrays of a callback's line.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/trace/read/value.h"

namespace gcrucible::trace {

// The error in the arrays of `callback`, as a continuation of "the line". An array is missing, is not an
// array, or has rows of a wrong width. Empty if the arrays are correct. Without this check, wrong arrays
// would be read as other values and blamed on the runtime.
std::string malformed_arrays(std::string_view callback, std::span<const Field> fields);

}  // namespace gcrucible::trace
