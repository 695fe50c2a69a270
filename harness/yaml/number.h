// Numbers as scenarios write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gcrucible::yaml {

struct NumberText {
  std::optional<std::uint64_t> value;
  bool negative = false;  // it is a number, but below 0
  bool too_big = false;   // it is a number, but does not fit 64 bits
};

// Decimal (leading zeroes mean nothing: 08 is 8, as in the documentation's addresses), 0x hexadecimal, `_`
// between digits, and the units KiB, MiB, GiB, TiB right after the digits or after a blank.
NumberText read_number(std::string_view text);

}  // namespace gcrucible::yaml
