// The event by which .NET samples allocations.
#pragma once

#include "harness/clr/clr.h"
#include "harness/clr/tables/class_table.h"

namespace gcrucible::clr {

// Tells every session that listens, on the allocating thread, that an object of `type` comes to lie at
// `object`: before ObjectAllocated, when the runtime has the memory and nothing is written there yet. Who
// looks at it there finds no method table, as in .NET.
void tell_allocation_tick(Clr& clr, abi::ObjectID object, const ClassEntry& type, std::u16string_view name,
                          std::uint64_t size, bool large);

}  // namespace gcrucible::clr
