#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "harness/platform/files/stuck_reader.h"
#include "harness/platform/process/interruption.h"

namespace gcrucible::platform {
namespace {

constexpr int kPatienceInMilliseconds = 500;

bool takes_more(int descriptor) {
  pollfd wanted{.fd = descriptor, .events = POLLOUT, .revents = 0};
  int ready = 0;
  do {
    ready = poll(&wanted, 1, kPatienceInMilliseconds);
  } while (ready < 0 && errno == EINTR);
  return ready != 0;
}

// Redirects the descriptor, so that not every writer needs to check a flag.
void write_nowhere(int descriptor) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, descriptor);
  close(nowhere);
}

}  // namespace

std::string_view write_while_read(std::FILE* file, std::string_view text) {
  if (std::fflush(file) != 0) return text;
  const int descriptor = fileno(file);
  while (!text.empty()) {
    std::size_t size = text.size();
    if (PatientInterruption::asked()) {
      if (!takes_more(descriptor)) write_nowhere(descriptor);
      // poll() guarantees room for this many bytes only.
      size = std::min<std::size_t>(size, PIPE_BUF);
    }
    const ssize_t written = write(descriptor, text.data(), size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return text;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return text;
}

}  // namespace gcrucible::platform
