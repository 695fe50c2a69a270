// An address that a profiler uses as an ObjectID, but that is not an ObjectID or no longer is.
#pragma once

#include <cstdint>

#include "sim/ids.h"

namespace gcrucible::engine {

struct StaleAddress {
  enum class Kind : std::uint8_t {
    kMoved,     // a collection moved the object away
    kDied,      // a collection found it dead
    kInterior,  // the address lies inside an existing object
    kAhead,     // the collection under way is about to move the object there
    kVacated,   // the heap gave the place up; the object there is not remembered
  };
  Kind kind = Kind::kVacated;
  // The object that was, is or will be there; kNoObject if a later collection is not remembered.
  sim::ObjectIndex object = sim::kNoObject;
  // The ObjectID that the object had there; for kAhead, the ObjectID that the object will have.
  sim::Address id = 0;
  // Its current ObjectID; 0 if the object died or its place is not known.
  sim::Address now = 0;
  bool lives = false;
  // The collection that moved or killed the object, or is about to.
  std::uint32_t collection = 0;
  // For kMoved and kAhead: the range that contained the object. No range reports dead objects.
  sim::Address from = 0;
  sim::Address to = 0;
  std::uint64_t length = 0;
  // A collection with too many ranges and deaths to be remembered, which hides the object; 0: none.
  std::uint32_t forgotten = 0;
};

}  // namespace gcrucible::engine
