#include "harness/platform/memory_limit.h"

namespace gcrucible::platform {

void limit_memory(std::uint64_t) {}

void end_first_without_memory() {}

}  // namespace gcrucible::platform
