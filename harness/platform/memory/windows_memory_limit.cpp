#include "harness/platform/memory/memory_limit.h"

namespace gcrucible::platform {

void limit_memory(std::uint64_t) {}

void end_first_without_memory() {}

std::optional<std::uint64_t> kills_for_memory() {
  return std::nullopt;
}

}  // namespace gcrucible::platform
