// Rules about Shutdown and the end of the process.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> shutdown_bindings() {
  return {};
}

}  // namespace gcrucible::rules
