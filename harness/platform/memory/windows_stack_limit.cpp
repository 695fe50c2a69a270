#include "harness/platform/memory/stack_limit.h"

namespace gcrucible::platform {

// The program's file defines its stack size.
std::string too_little_stack() {
  return {};
}

}  // namespace gcrucible::platform
