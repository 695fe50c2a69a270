// Limit on the memory of this process, for code in it that allocates without end.
#pragma once

#include <cstdint>
#include <optional>

namespace gcrucible::platform {

// Limits the private writable memory of this process to its current size plus `more` bytes, used or not.
// Beyond the limit, malloc() fails and new throws, before the machine runs out of memory. Reserved address
// space does not count. The limit can be set again, and started processes inherit it. Does nothing if the
// system has no such limit (Windows, systems without /proc), or under sanitizers, whose shadows are as large
// as memory.
void limit_memory(std::uint64_t more);

// If the system ends processes because memory runs out, this process and its children are ended before
// others.
void end_first_without_memory();

// Number of processes that the system has ended for lack of memory since its start; none if it does not
// report them.
std::optional<std::uint64_t> kills_for_memory();

}  // namespace gcrucible::platform
