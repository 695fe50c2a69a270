#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "harness/platform/files/standard_input.h"
#include "harness/platform/process/interruption.h"

namespace gcrucible::platform {

Expected<void> read_standard_input(const std::function<bool(std::string_view bytes)>& take) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  constexpr int kBetweenLooksInMilliseconds = 100;
  std::vector<char> block(kBlock);
  while (!PatientInterruption::asked()) {
    pollfd wanted{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    const int ready = poll(&wanted, 1, kBetweenLooksInMilliseconds);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t count = read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return failure(std::string("standard input cannot be read: ") + std::strerror(errno));
    if (count == 0 || !take({block.data(), static_cast<std::size_t>(count)})) break;
  }
  return {};
}

}  // namespace gcrucible::platform
