// Rules about FinalizeableObjectQueued and the queue of finalizers.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> queue_bindings() {
  return {};
}

}  // namespace gcrucible::rules
