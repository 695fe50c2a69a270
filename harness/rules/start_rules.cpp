// Rules about how a profiler starts.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> start_bindings() {
  return {};
}

}  // namespace gcrucible::rules
