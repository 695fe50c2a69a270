// What is wrong with the arrays of a callback's line.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/trace/read/value.h"

namespace gcrucible::trace {

// What is wrong with the arrays of `callback`, behind "the line": one is missing, is none, or has rows that
// are longer or shorter than that callback's. Empty where they are as they must be. Read all the same they
// would be other values, and held against the runtime.
std::string malformed_arrays(std::string_view callback, std::span<const Field> fields);

}  // namespace gcrucible::trace
