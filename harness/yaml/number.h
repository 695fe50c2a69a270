// Parses numbers in the notation of scenarios.
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

// Accepts decimal, `0x` hexadecimal, `_` between digits, and the units KiB, MiB, GiB and TiB. A unit follows
// the digits directly or after a blank. Leading zeroes are ignored: 08 is 8, as in the documentation's
// addresses.
NumberText read_number(std::string_view text);

}  // namespace gcrucible::yaml
