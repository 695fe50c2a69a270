#include <sys/syscall.h>
#include <unistd.h>

#include "harness/platform/threads/thread_number.h"

namespace gcrucible::platform {

std::uint32_t thread_number() {
  return static_cast<std::uint32_t>(syscall(SYS_gettid));
}

std::uint32_t process_number() {
  return static_cast<std::uint32_t>(getpid());
}

}  // namespace gcrucible::platform
