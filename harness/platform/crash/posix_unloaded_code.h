// Addresses of the libraries that this process has unloaded, for the report of a crash there.
#pragma once

#include <cstdint>

namespace gcrucible::platform {

struct UnloadedCode {
  const char* path = nullptr;  // null: no library was at this address
  std::uint64_t base = 0;
};

// Knows only the first few libraries, because a profiler is attached a few times at most. Takes no lock and
// no memory, so that a signal handler may call it. Ignores later mappings at the same address.
UnloadedCode unloaded_code_at(std::uint64_t address);

}  // namespace gcrucible::platform
