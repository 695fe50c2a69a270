// The program's operations on the finalization queue.
#include "sim/heap.h"

namespace gcrucible::sim {

FinalizableObject Heap::finalizable(ObjectIndex object) const {
  return {object, types_[objects_.type[object]].finalizer == Finalizer::kCritical};
}

void Heap::suppress_finalizer(ObjectIndex object) {
  if (types_[objects_.type[object]].finalizer != Finalizer::kNone) finalization_.suppress(object);
}

void Heap::register_finalizer(ObjectIndex object) {
  if (types_[objects_.type[object]].finalizer != Finalizer::kNone)
    finalization_.enroll_again(finalizable(object));
}

}  // namespace gcrucible::sim
