// High descriptor numbers, which keep a process's own files out of reach of other code in it.
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace gcrucible::platform {

// Half of the default limit of 1,024: room above for the process's own files, and below for a profiler's.
inline constexpr int kFirstHighDescriptor = 512;

// Moves the file to a high number that is closed in started programs, and closes `file`. Returns `file`
// unchanged if the system allows no such number.
inline int moved_high(int file) {
  if (file < 0 || file >= kFirstHighDescriptor) return file;
  const int high = fcntl(file, F_DUPFD_CLOEXEC, kFirstHighDescriptor);
  if (high < 0) return file;
  close(file);
  return high;
}

}  // namespace gcrucible::platform
