// The operating system's numbers of the calling thread and its process.
#pragma once

#include <cstdint>

namespace gcrucible::platform {

// They differ from run to run; for GetThreadInfo, ThreadAssignedToOSThread and GetAppDomainInfo only, never
// for decisions or traces.
std::uint32_t thread_number();
std::uint32_t process_number();

}  // namespace gcrucible::platform
