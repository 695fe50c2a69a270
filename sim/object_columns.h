// The simulated objects, as columns indexed by object number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/ids.h"

namespace gcrucible::sim {

// Columns instead of structures. Marking touches only `first_slot` and `slots`; planning touches `address`
// and `type`. A heap of ten million objects must fit into 48 bytes an object, in addition to the objects' own
// memory.
struct ObjectColumns {
  std::vector<Address> address;
  std::vector<TypeIndex> type;
  std::vector<std::uint32_t> length;  // see length_of(); ends at the last length that is not 0
  std::vector<std::uint32_t>
      first_slot;  // index of the object's first reference in `slots`; one more entry at the end
  std::vector<ObjectIndex> slots;  // targets; kNoObject is a null reference
  std::vector<Generation>
      generation;          // of the object's range; kept here because marking reads it at random
  std::vector<bool> dead;  // found dead by a collection; the number is never reused

  std::size_t count() const { return address.size(); }
  // Elements of an array, characters of a string, else 0. Heaps with plain objects only have no such column.
  std::uint32_t length_of(ObjectIndex object) const { return object < length.size() ? length[object] : 0; }
  std::span<ObjectIndex> references(ObjectIndex object) {
    return {slots.data() + first_slot[object], slots.data() + first_slot[object + 1]};
  }
  std::span<const ObjectIndex> references(ObjectIndex object) const {
    return {slots.data() + first_slot[object], slots.data() + first_slot[object + 1]};
  }
};

}  // namespace gcrucible::sim
