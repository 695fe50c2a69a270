// Whether code of this process has copied it, as fork does.
#pragma once

#include <atomic>
#include <cstdint>

namespace gcrucible::platform {

namespace forks {
// By what the system calls at each fork; not at vfork, posix_spawn and system.
inline constinit std::atomic<bool> is_copy{false};
inline constinit std::atomic<std::uint32_t> made{0};
// Who counts them beside, in memory that outlives the process; null for none.
inline constinit std::atomic<std::atomic<std::uint32_t>*> shown{nullptr};
}  // namespace forks

// From now on forks are known. Once in a process; nothing happens on Windows.
void watch_forks();

// This process has been copied from one that watches. Cheap.
inline bool is_forked_copy() {
  return forks::is_copy.load(std::memory_order_relaxed);
}

// Copies that came from here so far are none that count, and this process itself is no copy.
// From now on each fork is counted in `shown`, too.
inline void forget_forks(std::atomic<std::uint32_t>* shown = nullptr) {
  forks::is_copy = false;
  forks::made = 0;
  forks::shown = shown;
}

// Waits a moment for the copies that were made of this process since forget_forks(): until all that there are
// have ended, or `done` says so. Who has made none does not wait.
void wait_for_copies(const std::atomic<std::uint32_t>& done);

}  // namespace gcrucible::platform
