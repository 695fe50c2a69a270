// Descriptors that stand where code which touches foreign ones would touch the process's own.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gcrucible::platform {

// A process in which a real runtime lives has files and sockets open at dozens of low numbers. Here a
// file of memory with one byte stands at each of those that are free, while the host's own files lie above
// them (MappedFile puts them there), beside some more such files: a profiler that writes to a number, or
// closes or cuts one, that is not its own then damages nothing and is seen. Descriptors 0 to 2 are looked at
// only for being closed: whoever has others put there has redirected them. Reads are not seen. Programs that
// are started from here inherit none.
//
// Where the system has no files of memory (Windows), nothing is guarded and nothing found. One thread at a
// time. Nothing here throws but for lack of memory; a number that the system refuses is not guarded.
class GuardedFiles {
 public:
  struct Touched {
    std::vector<int> closed;
    std::vector<int> cut;  // to nothing
    struct Written {
      int number = 0;
      std::size_t bytes = 0;  // that have been written behind its own
      std::string beginning;  // at most kShown of them
    };
    std::vector<Written> written;
    bool none() const { return closed.empty() && cut.empty() && written.empty(); }
    // "closed descriptors 4 and 7" or "wrote 12 bytes into descriptor 5 (\"GET / HTTP\")", as far as
    // people need it.
    std::string text() const;
  };
  static constexpr std::size_t kShown = 32;

  GuardedFiles();
  GuardedFiles(const GuardedFiles&) = delete;
  GuardedFiles& operator=(const GuardedFiles&) = delete;
  ~GuardedFiles();

  // Puts right what a copy of this process may have written into, which has the same files, and puts back
  // what has been closed, unless other code of the process has the number for a file of its own by now.
  void renew();
  // What has been touched since.
  Touched look() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gcrucible::platform
