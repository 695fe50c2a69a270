// Runs a real .NET program under the recorder and keeps the recorded traces.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/platform/process/environment.h"
#include "harness/platform/process/process.h"

namespace gcrucible::driver {

struct RecordOptions {
  std::vector<std::string> command;  // the first is searched for in PATH
  std::string trace_path;
  std::string mask;                      // as in GCRUCIBLE_RECORDER_MASK; empty: the recorder's own
  std::string recorder;                  // the library
  std::string clsid;                     // its CLSID
  platform::Environment environment;     // in addition to this process's, which it overrides
  std::chrono::milliseconds timeout{0};  // after this time the program is killed; 0: never
  // True: the user who stops this process also wants to stop the program. Its trace is not kept then.
  bool ends_with_us = false;
};

// The trace of one process.
struct RecordedTrace {
  std::int64_t process = 0;
  std::string path;
  bool unfinished = false;  // its process ended before Shutdown; the end line states how
  bool refused = false;     // the recorder was loaded but Initialize failed: the trace holds nothing else
};

struct Recording {
  std::optional<platform::ProcessEnd> end;  // of the program; none: it could not be started
  bool timed_out = false;                   // it was killed after RecordOptions::timeout
  std::vector<RecordedTrace> traces;        // the program's own is first
  std::vector<std::string> problems;        // sentences for the user
  // Why a trace could not be written, for example because of a full disk, so that nothing of it was kept.
  // Empty if none was lost.
  std::string lost;
};

// The program's own trace is kept under trace_path. If the program is not .NET but starts a single .NET
// process, that process's trace is kept there. Traces of other processes are kept next to it as
// "<trace_path>.<process>". All are compressed if trace_path ends in .gz or .zst. An existing trace is
// replaced only by a whole one. Blocks until the program ends. One at a time in a process.
Recording record(const RecordOptions& options);

// The settings in `command`'s runtimeconfig.json that shape its heap, one "name=value" per line. None if
// there is no such file.
std::optional<std::string> runtime_config(const std::vector<std::string>& command);

}  // namespace gcrucible::driver
