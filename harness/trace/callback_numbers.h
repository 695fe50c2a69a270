// Which of a callback's arguments in a line of a trace are numbers and nothing else.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/trace/value.h"

namespace gcrucible::trace {

// The key of the first of `fields` that holds a text although rules compare it as numbers; empty if none
// does. Read as 0 it would be held against the runtime.
std::string_view text_among_numbers(std::span<const Field> fields);

// What is wrong with the arrays of `callback`, behind "the line": one is missing, is none, or has rows that
// are longer or shorter than that callback's. Empty where they are as they must be. Read all the same they
// would be other values, and held against the runtime.
std::string malformed_arrays(std::string_view callback, std::span<const Field> fields);

}  // namespace gcrucible::trace
