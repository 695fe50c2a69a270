#include <pthread.h>
#include <sys/wait.h>

#include <chrono>
#include <thread>

#include "harness/platform/process/forks.h"

namespace gcrucible::platform {

void watch_forks() {
  pthread_atfork(
      nullptr,
      [] {
        ++forks::made;
        if (std::atomic<std::uint32_t>* const shown = forks::shown) ++*shown;
      },
      [] { forks::is_copy = true; });
}

void wait_for_copies(const std::atomic<std::uint32_t>& done) {
  using std::chrono::milliseconds;
  // A copy that executes another program cannot be distinguished from a copy that has not returned yet.
  constexpr milliseconds kLongest{50};
  constexpr milliseconds kPause{1};
  const std::uint32_t made = forks::made.load();
  if (made == 0) return;
  for (milliseconds waited{0}; waited < kLongest && done.load() == 0; waited += kPause) {
    siginfo_t ended = {};
    // WNOWAIT: the code that made the copy may still want its exit status.
    const bool none = waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0;
    if (none || (made == 1 && ended.si_pid != 0)) return;
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace gcrucible::platform
