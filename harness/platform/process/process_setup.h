// What of a process belongs to the runtime and the program, whatever libraries are loaded into it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::platform {

// Signal handlers that .NET depends on, the current folder, the environment, and which signals the calling
// thread blocks. Of the host's process only, and on one thread: it has a handler of its own for the signal by
// which .NET stops threads. Nothing is found on Windows.
class ProcessSetup {
 public:
  struct Change {
    std::string_view what;  // "signal handler", "current folder", "environment" or "signal mask"
    std::string detail;     // a sentence
  };

  // As it is now.
  ProcessSetup();
  ProcessSetup(const ProcessSetup&) = delete;
  ProcessSetup& operator=(const ProcessSetup&) = delete;
  ~ProcessSetup();

  // What has become another since. A handler that has come leads to the one before it or does not: that is
  // tried in a copy of the process.
  std::vector<Change> changes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gcrucible::platform
