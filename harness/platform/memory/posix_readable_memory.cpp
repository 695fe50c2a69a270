#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "harness/platform/memory/readable_memory.h"

namespace gcrucible::platform {
namespace {

// A pipe takes so many bytes or none (PIPE_BUF).
constexpr std::size_t kBlock = 512;

// The system reads for write(), and says EFAULT where it cannot. Sanitizers would check the memory before
// they call write(), and report what is not meant to be read.
ssize_t write_unchecked(int to, const std::byte* from, std::size_t size) {
#ifdef __linux__
  return syscall(SYS_write, to, from, size);
#else
  return write(to, from, size);
#endif
}

class Pipe {
 public:
  Pipe() : made_(pipe(ends_) == 0) {
    if (!made_) return;
    for (const int each : ends_) fcntl(each, F_SETFD, FD_CLOEXEC);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    if (!made_) return;
    for (const int each : ends_) close(each);
  }

  bool made() const { return made_; }
  bool copy(const std::byte* from, std::span<std::byte> to) const {
    ssize_t taken = 0;
    while ((taken = write_unchecked(ends_[1], from, to.size())) < 0 && errno == EINTR) {
    }
    std::size_t given = 0;
    while (taken > 0 && given < static_cast<std::size_t>(taken)) {
      const ssize_t got = read(ends_[0], to.data() + given, to.size() - given);
      if (got <= 0 && errno != EINTR) return false;
      given += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    }
    return given == to.size();
  }

 private:
  int ends_[2] = {-1, -1};
  bool made_;
};

}  // namespace

std::size_t copy_readable(const void* address, std::span<std::byte> to) {
  const Pipe pipe;
  const auto* const from = static_cast<const std::byte*>(address);
  if (!pipe.made()) {  // The process has no descriptor left. It reads as everybody does.
    std::memcpy(to.data(), from, to.size());
    return to.size();
  }
  std::size_t done = 0;
  while (done < to.size()) {
    // No block lies on two pages.
    const std::size_t left_of_block = kBlock - reinterpret_cast<std::uintptr_t>(from + done) % kBlock;
    const std::size_t size = std::min(to.size() - done, left_of_block);
    if (!pipe.copy(from + done, to.subspan(done, size))) break;
    done += size;
  }
  return done;
}

}  // namespace gcrucible::platform
