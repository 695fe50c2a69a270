// Rules about event masks that change, and what each flag brings.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> mask_change_bindings() {
  return {};
}

}  // namespace gcrucible::rules
