// Runs a real .NET program under the recorder and keeps what was recorded.
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
  std::vector<std::string> command;  // the first is looked for along PATH
  std::string trace_path;
  std::string mask;                      // as GCRUCIBLE_RECORDER_MASK has it; empty: the recorder's own
  std::string recorder;                  // the library
  std::string clsid;                     // its CLSID
  platform::Environment environment;     // over ours
  std::chrono::milliseconds timeout{0};  // then the program is killed; 0: never
  // The user who stops us means the program with it: nothing of it is kept then.
  bool ends_with_us = false;
};

// The trace of one process.
struct RecordedTrace {
  std::int64_t process = 0;
  std::string path;
  bool unfinished = false;  // its process ended before Shutdown; the end line says how
  bool refused = false;     // the recorder was loaded but Initialize failed: the trace holds nothing else
};

struct Recording {
  std::optional<platform::ProcessEnd> end;  // of the program; none: it could not be started
  bool timed_out = false;                   // it was killed after RecordOptions::timeout
  std::vector<RecordedTrace> traces;        // the program's own first
  std::vector<std::string> problems;        // sentences for the user
  // Why a trace could not be written, as on a full disk, so that nothing of it was kept; empty if none was
  // lost.
  std::string lost;
};

// The program's own trace, or the only one where a program that is not .NET starts one that is, is kept under
// trace_path; of several processes, the others' stand beside it as "<trace_path>.<process>". A trace that
// stood there before is replaced only by a whole one. Blocks until the program ends. One at a time in a
// process.
Recording record(const RecordOptions& options);

// The settings of `command`'s runtimeconfig.json that shape its heap, "name=value" a line; nothing where no
// such file is found.
std::optional<std::string> runtime_config(const std::vector<std::string>& command);

}  // namespace gcrucible::driver
