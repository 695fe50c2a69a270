// Rules about ids: when they are valid, and what they name.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> id_bindings() {
  return {};
}

}  // namespace gcrucible::rules
