// Where in a line of a trace the value of a key stands.
#pragma once

#include <cstdint>
#include <string_view>

namespace gcrucible::trace {

// The column, from 1 and in characters, of the value of the line's own key `key`; 0 where it has none. The
// line is a JSON object that a parser has accepted, and the key one of ours, without escapes.
std::uint64_t column_of_value(std::string_view line, std::string_view key);

}  // namespace gcrucible::trace
