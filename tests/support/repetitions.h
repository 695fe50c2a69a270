// How often a test repeats what differs only by its seed. A sanitizer finds a fault in any repetition, and
// makes each many times slower. Builds without one repeat it in full.
#pragma once

#include <cstdint>

namespace gcrucible::tests {

constexpr std::uint64_t repetitions([[maybe_unused]] std::uint64_t usual,
                                    [[maybe_unused]] std::uint64_t sanitized) {
#ifdef GCRUCIBLE_SANITIZED
  return sanitized;
#else
  return usual;
#endif
}

}  // namespace gcrucible::tests
