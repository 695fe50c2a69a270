// Checks the arrays of a callback's line.
#pragma once

#include <span>
#include <string_view>

#include "harness/expected.h"
#include "harness/trace/read/value.h"

namespace gcrucible::trace {

// Fails if an array of `callback` is missing, is not an array, or has rows of a wrong width. The error
// continues "the line". Without this check, wrong arrays would be read as other values and blamed on the
// runtime.
Expected<void> check_arrays(std::string_view callback, std::span<const Field> fields);

}  // namespace gcrucible::trace
