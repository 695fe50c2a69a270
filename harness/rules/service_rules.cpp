// Rules about walks, SuspendRuntime and the heap that is not collected.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> service_bindings() {
  return {};
}

}  // namespace gcrucible::rules
