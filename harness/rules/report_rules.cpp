// Rules about what the reports of one collection say together: brackets, order, families.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> report_bindings() {
  return {};
}

}  // namespace gcrucible::rules
