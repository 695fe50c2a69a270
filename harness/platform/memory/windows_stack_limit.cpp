#include "harness/platform/memory/stack_limit.h"

namespace gcrucible::platform {

// The program's file defines its stack size.
Expected<void> check_stack() {
  return {};
}

}  // namespace gcrucible::platform
