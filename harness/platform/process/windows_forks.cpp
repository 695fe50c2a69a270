// Windows cannot copy a process.
#include "harness/platform/process/forks.h"

namespace gcrucible::platform {

void watch_forks() {}

void wait_for_copies(const std::atomic<std::uint32_t>&) {}

}  // namespace gcrucible::platform
