// Rules about GetGenerationBounds, GetObjectGeneration and what they must agree with.
#include "harness/rules/checker.h"

namespace gcrucible::rules {

std::span<const Binding> generation_answer_bindings() {
  return {};
}

}  // namespace gcrucible::rules
