#include "sim/collecting/collection.h"

#include <algorithm>

namespace gcrucible::sim {

std::uint64_t plug_length(const Heap& heap, const Range& range, const Plug& plug) {
  const ObjectIndex last = range.objects[plug.first + plug.count - 1];
  return heap.objects().address[last] + heap.padded_size_of(last) - plug.from;
}

std::vector<ObjectIndex> deaths(const Heap& heap, const Collection& collection) {
  std::vector<ObjectIndex> dead;
  dead.reserve(collection.dead_count);
  for (const RangePlan& plan : collection.ranges) {
    for (const ObjectIndex object : heap.ranges()[plan.range].objects) {
      if (!collection.live[object]) dead.push_back(object);
    }
  }
  std::sort(dead.begin(), dead.end());
  return dead;
}

}  // namespace gcrucible::sim
