// An address that a profiler uses as an ObjectID and that is none, or none any more.
#pragma once

#include <cstdint>

#include "sim/ids.h"

namespace gcrucible::engine {

struct StaleAddress {
  enum class Kind : std::uint8_t {
    kMoved,     // a collection moved the object away
    kDied,      // a collection found it dead
    kInterior,  // it lies inside an object that is there
    kAhead,     // the collection under way is about to move the object there
    kVacated,   // the heap gave the place up, and who was there is not remembered
  };
  Kind kind = Kind::kVacated;
  // Whose it was, is or will be; kNoObject where a later collection is not remembered.
  sim::ObjectIndex object = sim::kNoObject;
  // The ObjectID that the object had there (kAhead: that it will have).
  sim::Address id = 0;
  // Its ObjectID now; 0 if it has died since, or is not known.
  sim::Address now = 0;
  bool lives = false;
  // The collection that moved or killed it, or is about to.
  std::uint32_t collection = 0;
  // kMoved and kAhead: the range that said so. Of the dead no range speaks.
  sim::Address from = 0;
  sim::Address to = 0;
  std::uint64_t length = 0;
  // A collection that had too many ranges and deaths to be remembered, and hides whose place it was; 0: none.
  std::uint32_t forgotten = 0;
};

}  // namespace gcrucible::engine
