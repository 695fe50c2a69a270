// Process state that belongs to the runtime and the program, whatever libraries are loaded.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::platform {

// Records the signal handlers that .NET depends on, the current folder, the environment, and the signals that
// the calling thread blocks. Only for the host's process, and on one thread: the constructor installs a
// handler for the signal with which .NET stops threads. Finds nothing on Windows.
class ProcessSetup {
 public:
  struct Change {
    std::string_view what;  // "signal handler", "current folder", "environment" or "signal mask"
    std::string detail;     // a sentence
  };

  // Records the current state.
  ProcessSetup();
  ProcessSetup(const ProcessSetup&) = delete;
  ProcessSetup& operator=(const ProcessSetup&) = delete;
  ~ProcessSetup();

  // Returns what has changed since construction. A new signal handler may or may not call the previous one;
  // this is tested in a copy of the process.
  std::vector<Change> changes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gcrucible::platform
