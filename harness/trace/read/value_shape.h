// The required form of a trace's value, in a short notation.
#pragma once

#include <string>
#include <string_view>

#include "harness/trace/read/value.h"

namespace gcrucible::trace {

// `#` a number, `!` true or false, `~` either of these, `"` a text, `*` anything.
// `[X]` an array of any number of X, `(XYZ)` an array of exactly these. A `?` after one of them: or null.
// A number that is written as a text ("0x…") is both. Shapes are literals of the code. A malformed shape fits
// nothing.
bool fits(std::string_view shape, const Value& value);

// "a number or null", "an array of [number, text]".
std::string words_of(std::string_view shape);

}  // namespace gcrucible::trace
