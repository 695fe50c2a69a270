// A program that serves (fork_server.h), as the one sees it that asks. Driver side only; not on Windows yet.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/platform/files/mapped_file.h"
#include "harness/platform/process/process.h"

namespace gcrucible::platform {

// One request at a time, from one thread. Whatever happens to either process, none stays behind: not the
// serving one, not its copy, nor what the copy has started in its group.
class ServingProcess {
 public:
  struct Started;
  // `start.inherited` is what given_file() gives it.
  static Started start(ProcessStart start);

  ServingProcess(ServingProcess&& other) noexcept;
  ServingProcess& operator=(ServingProcess&&) = delete;
  ServingProcess(const ServingProcess&) = delete;
  ServingProcess& operator=(const ServingProcess&) = delete;
  ~ServingProcess();

  enum class Place : std::uint8_t { kCopy, kItself };
  // False: it is gone.
  [[nodiscard]] bool ask(Place place, std::span<const std::byte> request);

  struct Answer {
    // How the copy ended, with all of its group; of work in the process itself: exit code 0, or how that
    // process ended. SIGSTOP, which ends nobody: the serving process was stopped while a copy worked, and so
    // that it does not stand still for ever both have been ended.
    std::optional<ProcessEnd> end;
    // The serving process ended or is about to, and no other request can be made.
    bool gone = false;
  };
  // Nothing if the work goes on when `limit` is over. After `gone` it is told again.
  Answer wait(std::chrono::milliseconds limit);
  // Of whoever does the work.
  Activity activity() const;
  // SIGABRT to whoever does the work, which it may survive.
  void abort();
  // Ends the work at once and waits until it is gone: the copy, or the serving process where it does it
  // itself.
  ProcessEnd kill_work();

 private:
  ServingProcess(Process process, MappedFile desk, int talk);
  void command(std::uint32_t what);
  // The copy too, whatever state the serving process is in.
  ProcessEnd kill_both();

  Process process_;
  MappedFile desk_;
  int talk_ = -1;     // a socket
  int killing_ = -1;  // Interruption's number for the copy's group
  Place place_ = Place::kCopy;
};

struct ServingProcess::Started {
  std::optional<ServingProcess> process;
  std::string error;  // names the program
};

}  // namespace gcrucible::platform
