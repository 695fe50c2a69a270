// Rules about which thread tells what.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> thread_bindings() {
  return {};
}

}  // namespace gcrucible::rules
