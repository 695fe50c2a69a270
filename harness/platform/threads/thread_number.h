// The operating system's numbers of the calling thread and its process.
#pragma once

#include <chrono>
#include <cstdint>

namespace gcrucible::platform {

// They differ from run to run. Use them only for GetThreadInfo, ThreadAssignedToOSThread and
// GetAppDomainInfo, never for decisions or traces.
std::uint32_t thread_number();
std::uint32_t process_number();
// Whether another thread of this process waits until some other thread acts; false if unknown.
bool thread_sleeps(std::uint32_t number);
// Processor time of such a thread so far; 0 if unknown.
std::chrono::milliseconds thread_worked(std::uint32_t number);

}  // namespace gcrucible::platform
