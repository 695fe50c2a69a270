// The state of a heap before a collection, as far as the audit needs it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/heap.h"

namespace gcrucible::sim {

// A copy. Types and lengths are not included, because a collection cannot change them.
struct HeapSnapshot {
  explicit HeapSnapshot(const Heap& heap);

  std::size_t count() const { return address.size(); }
  std::span<const ObjectIndex> references(ObjectIndex object) const {
    return {slots.data() + first_slot[object], slots.data() + first_slot[object + 1]};
  }

  std::vector<Address> address;
  std::vector<Generation> generation;
  std::vector<bool> dead;
  std::vector<ObjectIndex> slots;
  std::vector<std::uint32_t> first_slot;
  std::vector<Range> ranges;
  Regions regions;
  std::vector<Root> roots;
  std::vector<Handle> handles;
  FinalizationQueue finalization;
  std::vector<std::uint64_t> byte_hash;  // by object; empty without backing
};

// Hash of an object's bytes outside its reference fields. The header word is included, padding is not. For
// objects above 16 MiB only the first and the last 64 KiB count. Most of a very large object is address space
// that was never written. 0 for an object without bytes.
std::uint64_t hash_of_bytes(const Heap& heap, ObjectIndex object);

}  // namespace gcrucible::sim
