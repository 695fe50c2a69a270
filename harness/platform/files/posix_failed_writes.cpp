#include <csignal>

#include "harness/platform/files/failed_writes.h"

namespace gcrucible::platform {

namespace {

// A handler instead of SIG_IGN, because exec passes SIG_IGN on.
void outlive(int signal) {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void outlive_closed_pipes() {
  outlive(SIGPIPE);
}

void outlive_file_limit() {
  outlive(SIGXFSZ);
}

}  // namespace gcrucible::platform
