// Rules about handles, the runtime's and the profiler's own.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> handle_bindings() {
  return {};
}

}  // namespace gcrucible::rules
