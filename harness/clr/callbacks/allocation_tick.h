// The event by which .NET samples allocations.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/clr/clr.h"

namespace gcrucible::clr {

struct AllocationTick {
  abi::ClassID type = 0;
  std::u16string_view type_name;
  std::uint64_t size = 0;
  std::uint64_t amount = 0;  // bytes of this kind since the last event
  std::uint32_t kind = 0;    // 0: small objects, 1: large ones, 2: pinned ones
  std::uint32_t heap = 0;
};

// Delivers AllocationTick to every listening session, on the allocating thread, for the object at `object`.
// It comes before ObjectAllocated, when the memory is reserved but nothing is written. As in .NET,
// a profiler that reads the object then finds no method table.
void report_allocation_tick(Clr& clr, abi::ObjectID object, const AllocationTick& tick);

}  // namespace gcrucible::clr
