// Where the simulated heap's addresses come from, and the bytes behind them if there are any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/ids.h"

namespace gcrucible::sim {

// Implemented by the engine over real memory, and by LiteralMemory for heaps without bytes.
// Called by one thread at a time (the one that owns the heap: the mutator, or the collector inside a
// suspension).
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  virtual ~Memory() = default;

  // Address space for one new range of `generation`, `length` bytes that are readable zeroes until written.
  // Returns the address at which the range's first object may start, 0 when the space is used up.
  // Addresses depend only on the order and sizes of the calls, never on the machine.
  virtual Address reserve(std::uint64_t length, Generation generation) = 0;

  // The bytes at `address`, or null for a heap without backing (then nothing may be read or written).
  // Valid for the whole range that `address` lies in and, as in the CLR, for the 8 bytes before it.
  virtual std::byte* bytes(Address address) = 0;

  // Carries `length` bytes, counted from ObjectID to ObjectID, from the objects at `from` to `to`, header
  // words included: those 8 bytes before each ObjectID, so that the header after the last object stays. The
  // two may overlap. Virtual because arrays of many GB are mostly pages that nobody touched, and moving must
  // not touch them either.
  virtual void move(Address from, Address to, std::uint64_t length) {
    std::byte* const source = bytes(from);
    if (source == nullptr || length == 0) return;
    std::memmove(bytes(to) - 8, source - 8, length);
  }

  // [start, start + length) holds no live byte any more: a pattern goes over it, and whole pages of it become
  // unreadable. `length` counts from ObjectID to ObjectID, so the header word of the object after it stays.
  virtual void vacate(Address start, std::uint64_t length) = 0;

  // The allocator or a plan is about to put objects into [start, start + length), vacated earlier: zeroes
  // again.
  virtual void reclaim(Address start, std::uint64_t length) = 0;

  // The range behind `start` holds nothing and is given back; an implementation keeps it unreadable for as
  // long as it wants stale addresses to be caught, and may then hand it out again. Always all of a
  // reservation: of a range that demotion has cut, empty parts are vacated until the last one is empty too.
  virtual void release(Address start, std::uint64_t length) = 0;

  // Whether `address` lies where objects were and none are: vacated or released, and not used again. False
  // where the implementation does not know.
  virtual bool vacated(Address address) const {
    static_cast<void>(address);
    return false;
  }
};

}  // namespace gcrucible::sim
