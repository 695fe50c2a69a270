// Rules about detaching.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> detach_bindings() {
  return {};
}

}  // namespace gcrucible::rules
