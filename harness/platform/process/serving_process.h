// A serving program (fork_server.h), as seen by the process that sends the requests. Driver side only; not on
// Windows yet.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/expected.h"
#include "harness/platform/files/mapped_file.h"
#include "harness/platform/process/process.h"

namespace gcrucible::platform {

// One request at a time, from one thread. Whatever happens to either process, none of these remains: the
// serving process, its copy, and what the copy has started in its group.
class ServingProcess {
 public:
  // given_file() returns the descriptors of `start.inherited` in the serving process. The error names the
  // program.
  static Expected<ServingProcess> start(ProcessStart start);

  ServingProcess(ServingProcess&& other) noexcept;
  ServingProcess& operator=(ServingProcess&&) = delete;
  ServingProcess(const ServingProcess&) = delete;
  ServingProcess& operator=(const ServingProcess&) = delete;
  ~ServingProcess();

  enum class Place : std::uint8_t { kCopy, kItself };
  // False: the serving process is gone.
  [[nodiscard]] bool ask(Place place, std::span<const std::byte> request);

  struct Answer {
    // How the copy ended, with all of its group. For work in the process itself: exit code 0, or how that
    // process ended. SIGSTOP, which never ends a process: the serving process was stopped while a copy
    // worked. Both have then been ended, because they would otherwise hang.
    std::optional<ProcessEnd> end;
    // The serving process has ended or is about to end. No other request is possible.
    bool gone = false;
  };
  // `end` is none if the work continues after `limit`. After `gone`, each call returns the same answer.
  Answer wait(std::chrono::milliseconds limit);
  // State of the process that does the work.
  Activity activity() const;
  // Sends SIGABRT to the process that does the work. The process may survive the signal.
  void abort();
  // Ends the process that does the work, and waits until it is gone: the copy, or the serving process itself.
  ProcessEnd kill_work();

 private:
  ServingProcess(Process process, MappedFile desk, int talk);
  void command(std::uint32_t what);
  // Also ends the copy, whatever state the serving process is in.
  ProcessEnd kill_both();

  Process process_;
  MappedFile desk_;
  int talk_ = -1;     // a socket
  int killing_ = -1;  // number of the copy's group in Interruption
  Place place_ = Place::kCopy;
};

}  // namespace gcrucible::platform
