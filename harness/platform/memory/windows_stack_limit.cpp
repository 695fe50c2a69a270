#include "harness/platform/memory/stack_limit.h"

namespace gcrucible::platform {

// A program's file says how much it has.
std::string too_little_stack() {
  return {};
}

}  // namespace gcrucible::platform
