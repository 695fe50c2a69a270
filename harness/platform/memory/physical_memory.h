// Size of the machine's memory.
#pragma once

#include <cstdint>

namespace gcrucible::platform {

// In bytes, without swap space; all 64 bits set if the system does not report it.
std::uint64_t physical_memory();

}  // namespace gcrucible::platform
