// How much of the machine's memory a case may have.
#pragma once

#include <algorithm>
#include <cstdint>

#include "harness/platform/memory/memory_limit.h"
#include "harness/platform/memory/physical_memory.h"
#include "harness/program/memory_need.h"
#include "harness/protocol/case.h"

namespace gcrucible::host {

// A profiler that takes memory without end then fails at that, and the machine goes on. By the program alone,
// so that each play of it may take the same: a quarter of what there is, or for a heap that may need more
// than half of that nearly all. For the rest of the process.
inline void limit_memory_to(const protocol::Case& value) {
  constexpr std::uint64_t kLeast = std::uint64_t{4} << 30;
  const std::uint64_t all = platform::physical_memory();
  const std::uint64_t most = all - all / 8;
  const std::uint64_t quarter = std::min(most, std::max(kLeast, all / 4));
  platform::limit_memory(program::beyond_memory(value.program, quarter / 2) ? most : quarter);
}

}  // namespace gcrucible::host
