// What an out parameter of a failed call holds where the runtime's data says that it is spoiled.
#pragma once

#include <cstdint>

namespace gcrucible::trace {

// No address and no size that a heap has; narrower parameters get the lower half.
inline constexpr std::uint64_t kSpoiled = 0xFA11'ED0F'FA11'ED0F;

constexpr bool is_spoiled(std::uint64_t value) {
  return value == kSpoiled || value == (kSpoiled & 0xFFFFFFFF);
}

}  // namespace gcrucible::trace
