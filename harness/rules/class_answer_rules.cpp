// Rules about answers about classes.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> class_answer_bindings() {
  return {};
}

}  // namespace gcrucible::rules
