// The value of a failed call's out parameter, if the runtime's data marks it as spoiled.
#pragma once

#include <cstdint>

namespace gcrucible::trace {

// Neither an address nor a size of any heap. Narrower parameters get the lower half.
inline constexpr std::uint64_t kSpoiled = 0xFA11'ED0F'FA11'ED0F;

constexpr bool is_spoiled(std::uint64_t value) {
  return value == kSpoiled || value == (kSpoiled & 0xFFFFFFFF);
}

}  // namespace gcrucible::trace
