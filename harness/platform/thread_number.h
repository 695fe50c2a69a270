// The operating system's number of the calling thread.
#pragma once

#include <cstdint>

namespace gcrucible::platform {

// Differs from run to run; for GetThreadInfo and ThreadAssignedToOSThread only, never for decisions or
// traces.
std::uint32_t thread_number();

}  // namespace gcrucible::platform
