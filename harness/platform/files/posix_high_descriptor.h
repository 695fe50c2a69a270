// Where a process's own files lie that other code of it is not to meet.
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace gcrucible::platform {

// Half of what a process may have by default, 1,024: room for its own above, and for a profiler's below.
inline constexpr int kFirstHighDescriptor = 512;

// The same file at a high number, closed in programs that are started; `file` is closed. As it was where the
// system allows no such number.
inline int moved_high(int file) {
  if (file < 0 || file >= kFirstHighDescriptor) return file;
  const int high = fcntl(file, F_DUPFD_CLOEXEC, kFirstHighDescriptor);
  if (high < 0) return file;
  close(file);
  return high;
}

}  // namespace gcrucible::platform
