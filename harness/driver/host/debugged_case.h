// One case under a debugger.
#pragma once

#include <string>
#include <vector>

#include "harness/driver/host/host_process.h"
#include "harness/expected.h"
#include "harness/platform/process/process.h"
#include "harness/protocol/case.h"

namespace gcrucible::driver {

// Starts the case's host as the last words of the command `debugger`, which has the terminal. Blocks until
// the debugger ends, and returns its end. Nothing is judged, and nothing counts as hung. One at a time in a
// process. If the debugger cannot be started, the error says what to do.
Expected<platform::ProcessEnd> debug_case(const protocol::Case& value, const RunOptions& options,
                                          const std::vector<std::string>& debugger);

}  // namespace gcrucible::driver
