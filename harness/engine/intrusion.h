// Finds writes into the simulated objects by code other than the engine.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sim/audit/snapshot.h"
#include "sim/heap.h"

namespace gcrucible::engine {

// A word of an object whose value differs from the heap's columns.
struct Intrusion {
  enum class Kind : std::uint8_t { kMethodTable, kLength, kReference, kBytes };
  Kind kind = Kind::kReference;
  sim::ObjectIndex object = sim::kNoObject;
  sim::Address at = 0;       // the ObjectID
  std::uint64_t offset = 0;  // from the ObjectID; 0 for kBytes, whose place is not known
  std::uint64_t was = 0;
  std::uint64_t is = 0;
};

// Called with the findings of each check, also if there are none.
using IntrusionListener = std::function<void(std::span<const Intrusion>)>;

// Compares method tables, lengths and references of all live objects with the heap's columns, and restores
// the differences. A collection then begins with the heap that the program made. Returns the first sixteen
// differences. Looks at the whole heap. Does nothing in a heap without bytes.
std::vector<Intrusion> put_right(sim::Heap& heap);

// Compares all other bytes with `before`, as long as no object has moved since. A difference is reported once
// and then accepted, because the old bytes are not known.
std::vector<Intrusion> accept_other_bytes(const sim::Heap& heap, sim::HeapSnapshot& before);

}  // namespace gcrucible::engine
