#include <windows.h>

#include <limits>

#include "harness/platform/memory/physical_memory.h"

namespace gcrucible::platform {

std::uint64_t physical_memory() {
  MEMORYSTATUSEX status = {};
  status.dwLength = sizeof status;
  if (GlobalMemoryStatusEx(&status) == 0) return (std::numeric_limits<std::uint64_t>::max)();
  return status.ullTotalPhys;
}

}  // namespace gcrucible::platform
