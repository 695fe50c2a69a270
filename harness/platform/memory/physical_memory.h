// How much memory the machine has.
#pragma once

#include <cstdint>

namespace gcrucible::platform {

// In bytes, without what it may swap to; all 64 bits set where the system does not say.
std::uint64_t physical_memory();

}  // namespace gcrucible::platform
