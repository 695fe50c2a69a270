// Rewrites reference fields in memory after a move.
#pragma once

#include <span>

#include "sim/byte_view.h"
#include "sim/heap.h"

namespace gcrucible::sim {

// Writes the addresses of the columns into the reference fields of objects. Writes only fields that differ,
// so pages of frozen and other unmoved memory stay clean.
class Relocator {
 public:
  // `leave_one_stale`: the planted fault kStaleReference.
  Relocator(Heap& heap, bool leave_one_stale)
      : heap_(&heap), bytes_(heap), leave_one_stale_(leave_one_stale) {}

  // Precondition: the objects are at their new addresses, in the columns and in memory.
  void relocate(std::span<const ObjectIndex> objects);
  void forget_ranges() { bytes_.forget(); }

 private:
  void write(std::byte* field, ObjectIndex target);

  Heap* heap_;
  ByteView bytes_;
  bool leave_one_stale_;
};

}  // namespace gcrucible::sim
