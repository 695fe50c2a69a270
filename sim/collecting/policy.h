// Whether a generation of the small object heap compacts if the scenario does not specify it.
#pragma once

#include <cstdint>

namespace gcrucible::sim {

// A generation compacts if more than one byte in four of its allocated bytes holds no survivor. The real CLR
// also considers memory load, expected free space and a fragmentation limit for each generation
// (decide_on_compacting in gc.cpp). A scenario that needs a specific decision sets Mode.
inline constexpr std::uint64_t kCompactAboveOneIn = 4;

constexpr bool policy_compacts(std::uint64_t allocated_bytes, std::uint64_t surviving_bytes) {
  return surviving_bytes + allocated_bytes / kCompactAboveOneIn < allocated_bytes;
}

}  // namespace gcrucible::sim
