// Rules about Info methods in general: buffers, out parameters, ids, overlapping calls.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> info_bindings() {
  return {};
}

}  // namespace gcrucible::rules
