// Another program that runs in place of this one, with its terminal, standard streams and process group. Not
// on Windows yet.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/expected.h"
#include "harness/platform/process/environment.h"
#include "harness/platform/process/process.h"

namespace gcrucible::platform {

struct ForegroundEnd {
  std::int64_t id = 0;
  ProcessEnd end;
  bool timed_out = false;  // it was killed because of the timeout
};

struct ForegroundLimits {
  std::chrono::milliseconds timeout{0};  // after this time the program is killed; 0: never
  // Also kills the program if it has not ended one second after PatientInterruption::asked().
  bool ends_with_us = false;
};

// Searches for arguments[0] in PATH as a shell does, and blocks until the program ends. Processes that the
// program has started continue. Meanwhile the program handles SIGINT and SIGQUIT itself, because a terminal
// sends them to both. SIGTERM and SIGHUP are passed on to the program. A PatientInterruption notes all of
// them except SIGQUIT. If the program cannot be started, the error names it. One call at a time in a process.
Expected<ForegroundEnd> run_in_foreground(const std::vector<std::string>& arguments,
                                          const Environment& environment,
                                          const ForegroundLimits& limits = {});

// Whether a process with that number exists now.
bool process_exists(std::int64_t id);

}  // namespace gcrucible::platform
