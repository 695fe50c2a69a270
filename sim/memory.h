// The source of the simulated heap's addresses, and of their bytes if there are any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/ids.h"

namespace gcrucible::sim {

// Implemented by the engine over real memory, and by LiteralMemory for heaps without bytes. One thread at a
// time may call it: the thread that owns the heap (the mutator, or the collector inside a suspension).
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  virtual ~Memory() = default;

  // Reserves address space for one new range of `generation`: `length` bytes that read as zero until they are
  // written. Returns the address at which the range's first object may start; 0 when the space is used up.
  // Addresses depend only on the order and sizes of the calls, never on the machine.
  virtual Address reserve(std::uint64_t length, Generation generation) = 0;

  // The bytes at `address`, or null for a heap without backing (nothing may be read or written then). Valid
  // for the whole range that contains `address` and, as in the CLR, for the 8 bytes before it.
  virtual std::byte* bytes(Address address) = 0;

  // Moves `length` bytes, counted from ObjectID to ObjectID, from the objects at `from` to `to`. Header words
  // are included: the 8 bytes before each ObjectID move, and the header after the last object stays. The two
  // may overlap. Virtual, because arrays of many GB are mostly untouched pages, and a move must not touch
  // them either.
  virtual void move(Address from, Address to, std::uint64_t length) {
    std::byte* const source = bytes(from);
    if (source == nullptr || length == 0) return;
    std::memmove(bytes(to) - 8, source - 8, length);
  }

  // [start, start + length) holds no live byte any more. A pattern overwrites it, and whole pages become
  // unreadable. `length` counts from ObjectID to ObjectID, so the header word of the next object stays.
  virtual void vacate(Address start, std::uint64_t length) = 0;

  // The allocator or a plan is about to put objects into [start, start + length), which was vacated. The
  // bytes become zero again.
  virtual void reclaim(Address start, std::uint64_t length) = 0;

  // The range at `start` is empty and is given back. An implementation keeps it unreadable for as long as
  // stale addresses should be caught, and may then reuse it. The stretch is always a whole reservation. If
  // demotion has cut a reservation into several ranges, empty parts are vacated until the last one is empty
  // too.
  virtual void release(Address start, std::uint64_t length) = 0;

  // Whether `address` held objects and is now unused: vacated or released, and not reused. False if the
  // implementation does not know.
  virtual bool vacated(Address address) const {
    static_cast<void>(address);
    return false;
  }
};

}  // namespace gcrucible::sim
