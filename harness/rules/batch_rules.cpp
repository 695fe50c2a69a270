// Rules about how ranges are cut into calls, and which calls come.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> batch_bindings() {
  return {};
}

}  // namespace gcrucible::rules
