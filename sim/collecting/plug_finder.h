// Divides the survivors of a range into plugs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/heap.h"

namespace gcrucible::sim {

// A plug is a maximal run of adjacent survivors. Pinned objects start and end their own plug: a run of
// neighbouring pinned objects is one pinned plug. Holds references to its constructor arguments; cheap to
// create.
class PlugFinder {
 public:
  // `pinned` is empty if no object is pinned. `flipped` is the object of a planted fault. It is treated as
  // the opposite of the mark result.
  PlugFinder(const Heap& heap, const std::vector<bool>& live, const std::vector<bool>& pinned,
             ObjectIndex flipped)
      : heap_(&heap), live_(&live), pinned_(&pinned), flipped_(flipped) {}

  bool survives(ObjectIndex object) const { return (*live_)[object] != (object == flipped_); }
  bool is_pinned(ObjectIndex object) const { return !pinned_->empty() && (*pinned_)[object]; }

  // Calls found(first, count, pinned, bytes) for each plug in ascending order. `first` is a position in
  // range.objects. `single` makes one plug for each object, as compacting the LOH does.
  template <typename Found>
  void find(const Range& range, bool single, Found&& found) const {
    const std::vector<Address>& address = heap_->objects().address;
    const std::size_t size = range.objects.size();
    for (std::size_t i = 0; i < size;) {
      ObjectIndex object = range.objects[i];
      if (!survives(object)) {
        ++i;
        continue;
      }
      const std::size_t first = i++;
      const bool pinned = is_pinned(object);
      const Address start = address[object];
      Address end = start + heap_->padded_size_of(object);
      for (; !single && i < size; ++i) {
        object = range.objects[i];
        if (!survives(object) || address[object] != end || is_pinned(object) != pinned) break;
        end += heap_->padded_size_of(object);
      }
      found(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(i - first), pinned, end - start);
    }
  }

 private:
  const Heap* heap_;
  const std::vector<bool>* live_;
  const std::vector<bool>* pinned_;
  ObjectIndex flipped_;
};

}  // namespace gcrucible::sim
