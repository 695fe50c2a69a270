// `--debugger`.
#pragma once

#include <string>

#include "harness/driver/host/host_process.h"

namespace gcrucible::cli {

// What `--debugger` without a value stands for.
inline constexpr const char* kUsualDebugger = "gdb -q --args";

// Plays the case under `debugger`, a command line cut at blanks, and says what is not done then. What is
// wrong and what to do; empty if it could be started.
std::string debug(const protocol::Case& value, const driver::RunOptions& run, const std::string& debugger);

}  // namespace gcrucible::cli
