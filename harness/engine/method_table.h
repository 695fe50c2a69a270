// Method tables as the CLR lays them out, so that a profiler that reads an object's first word finds one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/type.h"

namespace gcrucible::engine {

// Bytes a method table of `type` takes, its reference map (GCDesc) below it included.
std::size_t method_table_size(const sim::Type& type);

// Writes it into `memory` (method_table_size bytes, zeroed, 8-aligned) and returns the offset of the method
// table itself, which is the ClassID: the reference map grows downwards from there. Layout as .NET's
// collector reads it: flags with the component size in the low half, base size, then one pointer
// (docs/architecture.md).
std::size_t write_method_table(const sim::Type& type, std::span<std::byte> memory);

}  // namespace gcrucible::engine
