// The event by which .NET samples allocations.
#pragma once

#include "harness/clr/clr.h"
#include "harness/clr/tables/class_table.h"

namespace gcrucible::clr {

// Delivers AllocationTick to every listening session, on the allocating thread, for an object of `type` at
// `object`. It comes before ObjectAllocated, when the memory is reserved but nothing is written. As in .NET,
// a profiler that reads the object then finds no method table.
void report_allocation_tick(Clr& clr, abi::ObjectID object, const ClassEntry& type, std::u16string_view name,
                            std::uint64_t size, bool large);

}  // namespace gcrucible::clr
