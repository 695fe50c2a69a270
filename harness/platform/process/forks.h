// Detects whether code of this process has copied the process with fork.
#pragma once

#include <atomic>
#include <cstdint>

namespace gcrucible::platform {

namespace forks {
// Set by handlers that the system calls at each fork, but not at vfork, posix_spawn and system.
inline constinit std::atomic<bool> is_copy{false};
inline constinit std::atomic<std::uint32_t> made{0};
// An additional counter in memory that outlives the process; null for none.
inline constinit std::atomic<std::atomic<std::uint32_t>*> shown{nullptr};
}  // namespace forks

// Starts the detection of forks. Call once in a process; does nothing on Windows.
void watch_forks();

// True if this process is a copy of a process that detects forks. Cheap.
inline bool is_forked_copy() {
  return forks::is_copy.load(std::memory_order_relaxed);
}

// Resets the count of copies made so far, and marks this process as not being a copy. From now on each fork
// is also counted in `shown`.
inline void forget_forks(std::atomic<std::uint32_t>* shown = nullptr) {
  forks::is_copy = false;
  forks::made = 0;
  forks::shown = shown;
}

// Waits a moment for the copies made since forget_forks(): until all of them have ended or `done` is not 0.
// Returns at once if no copy was made.
void wait_for_copies(const std::atomic<std::uint32_t>& done);

}  // namespace gcrucible::platform
