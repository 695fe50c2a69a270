// Another program, started, watched and ended by this one. Driver side only; not on Windows yet.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/platform/process/environment.h"
#include "harness/platform/process/left_processes.h"

namespace gcrucible::platform {

struct ProcessStart {
  std::vector<std::string> arguments;  // the first is the program's path
  Environment environment;             // all of it
  std::string working_folder;          // empty: ours
  // Paths of files that take what it prints, made or emptied; empty: it prints where we do. Its input is
  // empty.
  std::string output;
  std::string error;
  // Of ours that it gets too, as its descriptors 3, 4 and so on.
  std::vector<std::intptr_t> inherited = {};
};

// How a process ended.
struct ProcessEnd {
  std::optional<int> signal;
  int exit_code = 0;  // where no signal ended it
};

// "SIGSEGV", or "signal 42" for one without a name.
std::string signal_name(int signal);
// "exit code 7", "SIGSEGV".
std::string to_text(const ProcessEnd& end);

// What the threads of a process are at. All zero where that cannot be known.
struct Activity {
  bool sleeps = false;  // each until somebody else does something: none runs or waits for a disk
  bool ready = false;   // at least one works, or would if it were given a processor
  bool gone = false;    // there is no such process, or the system is taking it down: none of its code runs
  std::chrono::milliseconds worked{0};  // processor time of them all so far
};

// Of a process by its number, which need not be a child.
Activity activity_of(std::int64_t id);

// A child in a process group of its own, so that it dies with everything it started; it is also killed when
// the thread that started it ends without waiting, and by its destructor. Inherits no descriptor but the
// standard three and those named. One thread at a time.
class Process {
 public:
  struct Started;
  static Started start(const ProcessStart& start);

  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  std::int64_t id() const { return id_; }
  Activity activity() const;
  // Whether a signal has stopped it (SIGSTOP), so that it does nothing until another one lets it go on.
  bool stopped() const;
  // Nothing if it still runs when `limit` is over. After the end was told once it is told again.
  std::optional<ProcessEnd> wait(std::chrono::milliseconds limit);
  // Once it has ended: what it had started that went on and has been ended, of those that are this process's
  // children by then (adopt_orphans).
  const LeftProcesses& left() const { return left_; }
  void send(int signal);
  // Ends it and all of its group at once, and waits until it is gone.
  ProcessEnd kill_all();

 private:
  Process(std::int64_t id, std::string mark);
  bool reap(bool block);

  std::int64_t id_ = -1;
  std::string mark_;  // of its environment, and of what it starts
  LeftProcesses left_;
  int watch_ = -1;    // a descriptor that becomes readable at its end, where the system has them
  int killing_ = -1;  // Interruption's number for the group
  std::optional<ProcessEnd> end_;
};

struct Process::Started {
  std::optional<Process> process;
  std::string error;  // names the program
};

}  // namespace gcrucible::platform
