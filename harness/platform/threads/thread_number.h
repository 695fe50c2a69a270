// The operating system's numbers of the calling thread and its process.
#pragma once

#include <chrono>
#include <cstdint>

namespace gcrucible::platform {

// They differ from run to run; for GetThreadInfo, ThreadAssignedToOSThread and GetAppDomainInfo only, never
// for decisions or traces.
std::uint32_t thread_number();
std::uint32_t process_number();
// Whether a thread of this process, which is another one, waits until somebody else does something; false
// where that cannot be known.
bool thread_sleeps(std::uint32_t number);
// Processor time of such a thread so far; 0 where that cannot be known.
std::chrono::milliseconds thread_worked(std::uint32_t number);

}  // namespace gcrucible::platform
