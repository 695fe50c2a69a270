// Messages between a serving process and the process that started it.
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>

namespace gcrucible::platform::fork_protocol {

// Descriptors of the serving process.
inline constexpr int kTalk = 3;  // a socket, for both directions
inline constexpr int kDesk = 4;

enum What : std::uint32_t { kRunCopy, kRunHere, kAbort, kKill };

// Followed by the bytes of the request.
struct Request {
  std::uint32_t what = kRunCopy;
  std::uint64_t bytes = 0;
};

struct Answer {
  std::int32_t status = 0;    // as waitpid returns it
  std::uint32_t goes_on = 1;  // 0: the serving process ends now
};

// Memory that both processes share. Copies do not have it.
struct Desk {
  std::atomic<std::int64_t> copy{0};  // its process group; 0: there is no copy
};

// Returns false if the other side is gone.
inline bool read_all(int file, void* to, std::size_t bytes) {
  auto* place = static_cast<std::byte*>(to);
  while (bytes != 0) {
    const ssize_t got = read(file, place, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    place += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

// Sends all of both parts. Returns false, without a signal, if the other side is gone.
inline bool send_all(int socket, std::span<const std::byte> head, std::span<const std::byte> body = {}) {
  while (!head.empty() || !body.empty()) {
    iovec parts[] = {{const_cast<std::byte*>(head.data()), head.size()},
                     {const_cast<std::byte*>(body.data()), body.size()}};
    msghdr message = {};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    const ssize_t put = sendmsg(socket, &message, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    const std::size_t of_head = std::min(head.size(), static_cast<std::size_t>(put));
    head = head.subspan(of_head);
    body = body.subspan(static_cast<std::size_t>(put) - of_head);
  }
  return true;
}

template <typename T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

}  // namespace gcrucible::platform::fork_protocol
