// Runs code in a forked process, for code that ends its process.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

namespace gcrucible::tests {

// The signal that ended the child, or -(its exit code). 0: `body` returned.
template <typename Body>
int fate_of(Body&& body) {
  const pid_t child = fork();
  if (child == 0) {
    // The handlers of Catch2 and the sanitizers would print their own reports.
    for (const int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGINT})
      signal(fault, SIG_DFL);
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

// Whether a read of the byte at `address` ends a process.
inline bool is_unreadable(std::uint64_t address) {
  return fate_of([&] {
           volatile const char* const byte = reinterpret_cast<const char*>(address);
           static_cast<void>(*byte);
         }) != 0;
}

}  // namespace gcrucible::tests
