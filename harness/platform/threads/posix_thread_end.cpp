#include <cxxabi.h>

#include "harness/platform/threads/thread_end.h"

// Belongs to the library or program that this is linked into, which stays loaded until the object is
// destroyed.
extern "C" {
extern void* __dso_handle __attribute__((visibility("hidden")));  // NOLINT(bugprone-reserved-identifier)
}

namespace gcrucible::platform {

void at_thread_end(void (*end)(void*), void* object) {
  abi::__cxa_thread_atexit(end, object, static_cast<void*>(&__dso_handle));
}

}  // namespace gcrucible::platform
