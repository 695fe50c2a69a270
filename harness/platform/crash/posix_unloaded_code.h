// Where libraries lay that this process has unloaded, for the report of a crash there.
#pragma once

#include <cstdint>

namespace gcrucible::platform {

struct UnloadedCode {
  const char* path = nullptr;  // null: no library lay there
  std::uint64_t base = 0;
};

// Of the first few, since a profiler is attached a few times at most; no lock, no memory, so that a signal
// handler may ask. What was mapped there since is not looked at.
UnloadedCode unloaded_code_at(std::uint64_t address);

}  // namespace gcrucible::platform
