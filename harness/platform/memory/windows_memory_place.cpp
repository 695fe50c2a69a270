#include <windows.h>

#include <cstdint>

#include "harness/platform/memory/memory_place.h"

namespace gcrucible::platform {

std::string memory_place(const void* address) {
  MEMORY_BASIC_INFORMATION intercepted{};
  if (VirtualQuery(address, &intercepted, sizeof intercepted) == 0 || intercepted.AllocationBase == nullptr)
    return {};
  const auto offset = reinterpret_cast<std::uintptr_t>(address) -
                      reinterpret_cast<std::uintptr_t>(intercepted.AllocationBase);
  char name[MAX_PATH] = {};
  const bool module =
      intercepted.Type == MEM_IMAGE &&
      GetModuleFileNameA(static_cast<HMODULE>(intercepted.AllocationBase), name, sizeof name) != 0;
  return (module ? std::string(name) : std::string("memory")) + "+" + std::to_string(offset);
}

}  // namespace gcrucible::platform
