#include <sys/resource.h>

#include <string>

#include "harness/platform/memory/stack_limit.h"

namespace gcrucible::platform {

Expected<void> check_stack() {
  // With 64 KiB no scenario can be read. With 128 KiB small scenarios run.
  constexpr rlim_t kKilobyte = 1024, kLeast = 256 * kKilobyte;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= kLeast)
    return {};
  return failure("the stack may have " + std::to_string(limit.rlim_cur / kKilobyte) +
                 " KiB (ulimit -s), and " + std::to_string(kLeast / kKilobyte) +
                 " are needed, also for a profiler that is loaded; raise the limit, as in ulimit -s 8192");
}

}  // namespace gcrucible::platform
