// One case under a debugger.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/driver/host/host_process.h"
#include "harness/platform/process/process.h"
#include "harness/protocol/case.h"

namespace gcrucible::driver {

struct Debugged {
  std::optional<platform::ProcessEnd> end;  // of the debugger; none: it could not be started
  std::string error;                        // in that case: what to do
};

// Starts the case's host as the last words of the command `debugger`, which has the terminal. Blocks until
// the debugger ends. Nothing is judged, and nothing counts as hung. One at a time in a process.
Debugged debug_case(const protocol::Case& value, const RunOptions& options,
                    const std::vector<std::string>& debugger);

}  // namespace gcrucible::driver
