// Method tables in the CLR's layout, for profilers that read an object's first word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/type.h"

namespace gcrucible::engine {

// Bytes that a method table of `type` takes, including the reference map (GCDesc) below it.
std::size_t method_table_size(const sim::Type& type);

// Writes the method table into `memory` (method_table_size bytes, zeroed, 8-aligned). Returns the offset of
// the method table itself, which is the ClassID. The reference map grows downwards from that offset. The
// layout is what .NET's collector reads: flags with the component size in the low half, base size, then one
// pointer (docs/architecture.md).
std::size_t write_method_table(const sim::Type& type, std::span<std::byte> memory);

}  // namespace gcrucible::engine
