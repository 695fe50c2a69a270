// Rules about what the roots, the references and the dependent handles reach.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> graph_bindings() {
  return {};
}

}  // namespace gcrucible::rules
