// Whether an object began at an address when a collection started.
#pragma once

#include <cstdint>

#include "harness/rules/collection/collection.h"

namespace gcrucible::rules {

enum class Began : std::uint8_t {
  kYes,
  kNo,
  kAboveAllocated,  // no: the address is reserved for a generation, but above all its objects
  kUnknown,         // an object that died, or the trace does not show it
};

// The collection is closed. Time is logarithmic in the heap.
Began object_began(std::uint64_t address, const Collection& collection);

}  // namespace gcrucible::rules
