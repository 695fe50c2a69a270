#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>

#include "harness/platform/memory/memory_place.h"

namespace gcrucible::platform {

std::string memory_place(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t from = 0, to = 0;
    int path_at = 0;
    const int read =
        std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " %*s %*s %*s %*s %n", &from, &to, &path_at);
    if (read != 2 || wanted < from || wanted >= to) continue;
    const std::string name = line.substr(static_cast<std::size_t>(path_at));
    return (name.empty() ? "memory" : name) + "+" + std::to_string(wanted - from);
  }
  return {};
}

}  // namespace gcrucible::platform
