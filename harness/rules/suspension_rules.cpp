// Rules about suspensions.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> suspension_bindings() {
  return {};
}

}  // namespace gcrucible::rules
