#include <windows.h>

#include "harness/platform/threads/thread_number.h"

namespace gcrucible::platform {

std::uint32_t thread_number() {
  return GetCurrentThreadId();
}

std::uint32_t process_number() {
  return GetCurrentProcessId();
}

bool thread_sleeps(std::uint32_t) {
  return false;
}

std::chrono::milliseconds thread_worked(std::uint32_t) {
  return std::chrono::milliseconds(0);
}

}  // namespace gcrucible::platform
