// Rules about single entries of RootReferences and RootReferences2.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> root_entry_bindings() {
  return {};
}

}  // namespace gcrucible::rules
