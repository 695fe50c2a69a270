// Rules about attaching.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> attach_bindings() {
  return {};
}

}  // namespace gcrucible::rules
