// The simulated objects, as columns indexed by object number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/ids.h"

namespace gcrucible::sim {

// Columns instead of structures: marking touches `first_slot` and `slots` only, planning `address` and
// `type`, and a heap of ten million objects must fit into 48 bytes an object beside the objects' own memory.
struct ObjectColumns {
  std::vector<Address> address;
  std::vector<TypeIndex> type;
  std::vector<std::uint32_t> length;  // as length_of(); no longer than up to the last one that is not 0
  std::vector<std::uint32_t>
      first_slot;  // where the object's references start in `slots`; one more entry at the end
  std::vector<ObjectIndex> slots;  // targets; kNoObject is a null reference
  std::vector<Generation>
      generation;          // of the range it lies in; kept here because marking asks for it at random
  std::vector<bool> dead;  // found dead by a collection; its number is never used again

  std::size_t count() const { return address.size(); }
  // Elements of an array, characters of a string, else 0. Heaps of plain objects alone have no such column.
  std::uint32_t length_of(ObjectIndex object) const { return object < length.size() ? length[object] : 0; }
  std::span<ObjectIndex> references(ObjectIndex object) {
    return {slots.data() + first_slot[object], slots.data() + first_slot[object + 1]};
  }
  std::span<const ObjectIndex> references(ObjectIndex object) const {
    return {slots.data() + first_slot[object], slots.data() + first_slot[object + 1]};
  }
};

}  // namespace gcrucible::sim
