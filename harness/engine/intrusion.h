// What somebody else has written into the simulated objects.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sim/audit/snapshot.h"
#include "sim/heap.h"

namespace gcrucible::engine {

// A word of an object that does not hold what the heap has put there.
struct Intrusion {
  enum class Kind : std::uint8_t { kMethodTable, kLength, kReference, kBytes };
  Kind kind = Kind::kReference;
  sim::ObjectIndex object = sim::kNoObject;
  sim::Address at = 0;       // the ObjectID
  std::uint64_t offset = 0;  // from it; of kBytes, whose place is not known, 0
  std::uint64_t was = 0;
  std::uint64_t is = 0;
};

// What a check has found; called for each, also where that is nothing.
using IntrusionListener = std::function<void(std::span<const Intrusion>)>;

// Compares method tables, lengths and references of all living objects with the heap's columns and puts back
// what differs, so that a collection begins with the heap that the program has made. Of what is found the
// first sixteen are told. Costs a look at the whole heap; nothing in a heap without bytes.
std::vector<Intrusion> put_right(sim::Heap& heap);

// The bytes outside of those, since `before` was taken and as long as nothing has moved. What differs is told
// and taken for right from then on, because nobody knows what was there.
std::vector<Intrusion> accept_other_bytes(const sim::Heap& heap, sim::HeapSnapshot& before);

}  // namespace gcrucible::engine
