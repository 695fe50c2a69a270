// Rules about ObjectAllocated.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> allocation_bindings() {
  return {};
}

}  // namespace gcrucible::rules
