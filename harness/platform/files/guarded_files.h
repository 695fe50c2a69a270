// Guard descriptors that detect code which touches descriptors that are not its own.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gcrucible::platform {

// A process with a real runtime has files and sockets open at dozens of low numbers. Each free low number
// gets a memory file with one byte here. The host's own files have higher numbers (MappedFile moves them
// there), among more such guards. A profiler that writes to, closes or truncates a number that is not its own
// then damages nothing and is detected.
//
// Descriptors 0 to 2 are checked only for being closed, because the user may have redirected them. Reads are
// not detected. Programs that are started from this process do not inherit the guards.
//
// If the system has no memory files (Windows), nothing is guarded and nothing is found. One thread at a time.
// Functions throw only if memory runs out. A number that the system refuses is not guarded.
class GuardedFiles {
 public:
  struct Touched {
    std::vector<int> closed;
    std::vector<int> cut;  // truncated to nothing
    struct Written {
      int number = 0;
      std::size_t bytes = 0;  // written after the guard's own byte
      std::string beginning;  // at most kShown of those bytes
    };
    std::vector<Written> written;
    bool none() const { return closed.empty() && cut.empty() && written.empty(); }
    // "closed descriptors 4 and 7" or "wrote 12 bytes into descriptor 5 (\"GET / HTTP\")". Shortened for
    // people.
    std::string text() const;
  };
  static constexpr std::size_t kShown = 32;

  GuardedFiles();
  GuardedFiles(const GuardedFiles&) = delete;
  GuardedFiles& operator=(const GuardedFiles&) = delete;
  ~GuardedFiles();

  // Repairs the guards: a copy of this process has the same files and may have written into them. Reopens
  // closed guards, unless other code of the process now uses the number for a file of its own.
  void renew();
  // Returns what was touched since construction or the last renew().
  Touched look() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gcrucible::platform
