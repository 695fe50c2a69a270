// Whether a generation of the small object heap compacts when the scenario leaves it open.
#pragma once

#include <cstdint>

namespace gcrucible::sim {

// A generation compacts when more than one byte in four of its allocated bytes holds no survivor. The real
// CLR also looks at memory load, at the free space it expects to need and at its fragmentation limits for
// each generation (decide_on_compacting in gc.cpp); a scenario that needs its decision says so with Mode.
inline constexpr std::uint64_t kCompactAboveOneIn = 4;

constexpr bool policy_compacts(std::uint64_t allocated_bytes, std::uint64_t surviving_bytes) {
  return surviving_bytes + allocated_bytes / kCompactAboveOneIn < allocated_bytes;
}

}  // namespace gcrucible::sim
