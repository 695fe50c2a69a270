// Checks many references of an object at once: which are null, and whether the bytes match the column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "sim/heap.h"

namespace gcrucible::sim {

// Whether these neighbouring references are null.
template <std::size_t N>
bool all_null(const ObjectIndex* references) {
  static_assert(kNoObject == ~ObjectIndex{0});
  ObjectIndex all = kNoObject;
  for (std::size_t i = 0; i < N; ++i) all &= references[i];
  return all == kNoObject;
}

// Whether these neighbouring references are null in the column and in `bytes`. Most references of a large
// array are null. A processor checks many at once in the time of one.
template <std::size_t N>
bool null_on_both_sides(const ObjectIndex* references, const std::byte* bytes) {
  Address any = 0;
  for (std::size_t i = 0; i < N; ++i) {
    Address word = 0;
    std::memcpy(&word, bytes + i * sizeof word, sizeof word);
    any |= word;
  }
  return any == 0 && all_null<N>(references);
}

// Calls use(slot, offset, is, wanted) for each reference whose bytes hold another address than its target's.
// `bytes` starts at the ObjectID. `use` may write it.
template <typename Use>
void each_differing_reference(const Heap& heap, ObjectIndex object, const std::byte* bytes, Use use) {
  const ObjectColumns& columns = heap.objects();
  const Type& type = heap.type(columns.type[object]);
  const std::span<const ObjectIndex> references = heap.written_references(object);
  constexpr std::size_t kStretch = 16;
  for (std::size_t slot = 0; slot < references.size();) {
    const std::uint64_t offset = slot_offset(type, slot);
    if (type.elements_are_references && references.size() - slot >= kStretch &&
        null_on_both_sides<kStretch>(references.data() + slot, bytes + offset)) {
      slot += kStretch;
      continue;
    }
    Address is = 0;
    std::memcpy(&is, bytes + offset, sizeof is);
    const Address wanted = references[slot] == kNoObject ? 0 : columns.address[references[slot]];
    if (is != wanted) use(slot, offset, is, wanted);
    ++slot;
  }
}

}  // namespace gcrucible::sim
