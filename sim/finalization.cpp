// Registration for finalization: the lists that GC.SuppressFinalize and GC.ReRegisterForFinalize work on.
#include <algorithm>

#include "sim/heap.h"

namespace gcrucible::sim {

namespace {

// From the back, because objects are mostly suppressed soon after they were made.
auto find_last(std::vector<ObjectIndex>& list, ObjectIndex object) {
  return std::find(list.rbegin(), list.rend(), object);
}

}  // namespace

bool Heap::suppress_finalizer(ObjectIndex object) {
  const auto found = find_last(finalization_list_, object);
  if (found == finalization_list_.rend()) return false;
  finalization_list_.erase(std::next(found).base());
  return true;
}

bool Heap::register_finalizer(ObjectIndex object) {
  if (types_[objects_.type[object]].finalizer == Finalizer::kNone) return false;
  if (find_last(finalization_list_, object) != finalization_list_.rend()) return false;
  finalization_list_.push_back(object);
  return true;
}

}  // namespace gcrucible::sim
