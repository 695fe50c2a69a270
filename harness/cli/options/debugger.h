// `--debugger`.
#pragma once

#include <string>

#include "harness/driver/host/host_process.h"
#include "harness/expected.h"

namespace gcrucible::cli {

// The default value of `--debugger`.
inline constexpr const char* kUsualDebugger = "gdb -q --args";

// Plays the case under `debugger`, a command line split at blanks, and prints which checks are skipped.
// Fails if the debugger cannot be started.
Expected<void> debug(const protocol::Case& value, const driver::RunOptions& run, const std::string& debugger);

}  // namespace gcrucible::cli
