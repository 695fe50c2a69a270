// How much of the machine's memory a case may have.
#pragma once

#include "harness/host/case.h"
#include "harness/platform/memory_limit.h"
#include "harness/platform/physical_memory.h"

namespace gcrucible::host {

// A profiler that takes memory without end then fails at that, and the machine goes on. For the rest of the
// process, which is the case's own or plays only such cases.
inline void limit_memory_to(const Case& value) {
  constexpr std::uint64_t kShare = 8;  // one of so many parts is left to the rest of the machine
  const std::uint64_t all = platform::physical_memory();
  platform::limit_memory(value.memory != 0 ? value.memory : all - all / kShare);
}

}  // namespace gcrucible::host
