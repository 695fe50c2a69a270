// Rules about answers about objects.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> object_answer_bindings() {
  return {};
}

}  // namespace gcrucible::rules
