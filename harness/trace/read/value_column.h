// Finds the place of a key's value in a line of a trace.
#pragma once

#include <cstdint>
#include <string_view>

namespace gcrucible::trace {

// The column of the value of the line's own key `key`, from 1 and in characters. 0 if the line has no such
// key. The line must be a JSON object that a parser has accepted. The key must be a key of the format,
// without escapes.
std::uint64_t column_of_value(std::string_view line, std::string_view key);

}  // namespace gcrucible::trace
