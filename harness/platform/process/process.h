// Another program that this one starts, watches and ends. Driver side only; not on Windows yet.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/expected.h"
#include "harness/platform/process/environment.h"
#include "harness/platform/process/left_processes.h"

namespace gcrucible::platform {

struct ProcessStart {
  std::vector<std::string> arguments;  // the first is the program's path
  Environment environment;             // the complete environment
  std::string working_folder;          // empty: the folder of this process
  // Paths of files for its output, created or emptied. Empty: the program prints to this process's streams.
  // Its input is empty.
  std::string output;
  std::string error_output;
  // Descriptors of this process that the program inherits as descriptors 3, 4 and so on.
  std::vector<std::intptr_t> inherited = {};
};

// How a process ended.
struct ProcessEnd {
  std::optional<int> signal;
  int exit_code = 0;  // valid if no signal ended it
};

// "SIGSEGV", or "signal 42" for a signal without a name.
std::string signal_name(int signal);
// "exit code 7", "SIGSEGV".
std::string to_text(const ProcessEnd& end);

// State of a process's threads. All zero if the state is unknown.
struct Activity {
  bool sleeps = false;  // every thread waits for another one: none runs or waits for a disk
  bool ready = false;   // at least one runs, or waits only for a processor
  bool gone = false;    // there is no such process, or the system is ending it: none of its code runs
  std::chrono::milliseconds worked{0};  // processor time of all threads so far
};

// State of the process with that number, which need not be a child.
Activity activity_of(std::int64_t id);

// A child in its own process group, so that it dies with everything it started. The child is also killed by
// the destructor, and when the thread that started it ends without waiting. It inherits only the three
// standard descriptors and the ones named. One thread at a time.
class Process {
 public:
  // The error names the program.
  static Expected<Process> start(const ProcessStart& start);

  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  std::int64_t id() const { return id_; }
  Activity activity() const;
  // Whether a signal (SIGSTOP) has stopped the process, so that it does nothing until another signal resumes
  // it.
  bool stopped() const;
  // Returns none if the process still runs after `limit`. After the process has ended, each call returns its
  // end.
  std::optional<ProcessEnd> wait(std::chrono::milliseconds limit);
  // Valid once the process has ended: the processes that it left running and that were then ended. Only
  // children of this process count (adopt_orphans).
  const LeftProcesses& left() const { return left_; }
  void send(int signal);
  // Ends the process and its group at once, and waits until the process is gone.
  ProcessEnd kill_all();

 private:
  Process(std::int64_t id, std::string mark);
  bool reap(bool block);

  std::int64_t id_ = -1;
  std::string mark_;  // in its environment and in that of the processes it starts
  LeftProcesses left_;
  int watch_ = -1;    // a descriptor that becomes readable when the process ends, if the system has them
  int killing_ = -1;  // number of the group in Interruption
  std::optional<ProcessEnd> end_;
};

}  // namespace gcrucible::platform
