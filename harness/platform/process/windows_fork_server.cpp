#include <cstdlib>

#include "harness/platform/process/fork_server.h"

namespace gcrucible::platform {

// Windows cannot copy a process; drivers start a host for each case.
int serve_forks(const ForkServerWork&) {
  return EXIT_FAILURE;
}

std::uint32_t thread_count() {
  return 1;
}

bool has_only_threads(std::uint32_t) {
  return true;
}

}  // namespace gcrucible::platform
