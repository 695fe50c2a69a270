// Rules about ObjectsAllocatedByClass.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> counts_bindings() {
  return {};
}

}  // namespace gcrucible::rules
