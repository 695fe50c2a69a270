// Rules about background collections and brackets that do not pair.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> background_bindings() {
  return {};
}

}  // namespace gcrucible::rules
