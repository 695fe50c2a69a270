// Share of the machine's memory that a case may use.
#pragma once

#include <algorithm>
#include <cstdint>

#include "harness/platform/memory/memory_limit.h"
#include "harness/platform/memory/physical_memory.h"
#include "harness/program/memory_need.h"
#include "harness/protocol/case.h"

namespace gcrucible::host {

// A profiler that allocates without end then fails at this limit, and the machine continues to work. The
// limit depends only on the program, so that each run of the program has the same one. It is a quarter of the
// memory; for a heap that may need more than half of that, it is almost all memory. Applies until the process
// ends.
inline void limit_memory_to(const protocol::Case& value) {
  constexpr std::uint64_t kLeast = std::uint64_t{4} << 30;
  const std::uint64_t all = platform::physical_memory();
  const std::uint64_t most = all - all / 8;
  const std::uint64_t quarter = std::min(most, std::max(kLeast, all / 4));
  platform::limit_memory(program::beyond_memory(value.program, quarter / 2) ? most : quarter);
}

}  // namespace gcrucible::host
