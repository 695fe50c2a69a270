// A process that handles requests from the process that started it, each in a copy of itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "harness/platform/process/left_processes.h"

namespace gcrucible::platform {

// Handlers for the bytes of a request.
struct ForkServerWork {
  // Called once, in this process, after its own files have their final descriptors.
  std::function<void()> begin = [] {};
  // Called in a copy of this process that does nothing else. The result is the copy's exit status. The copy
  // has its own process group, dies with this process, and does not hold the request socket.
  std::function<int(std::span<const std::byte>)> in_copy;
  // Called in this process, for requests that ask for it. False: the process must do nothing more, and ends.
  std::function<bool(std::span<const std::byte>)> in_place;
  // Called after each request: processes that were still running have been ended.
  std::function<void(const LeftProcesses&)> left = [](const LeftProcesses&) {};
};

// Descriptor of a file that the starting process has passed to this one, in its order (ServingProcess).
inline std::intptr_t given_file(int index) {
  constexpr std::intptr_t kFirst = 5;
  return kFirst + index;
}

// Serves until no more requests can come. Call only in a single-threaded process that ServingProcess has
// started, not on Windows. Returns this process's exit status.
int serve_forks(const ForkServerWork& work);

// Number of threads of this process; 1 if the system does not report it.
std::uint32_t thread_count();

// Whether this process has at most `own` threads. The system counts a joined thread for some microseconds
// more; this function does not count it.
bool has_only_threads(std::uint32_t own);

}  // namespace gcrucible::platform
