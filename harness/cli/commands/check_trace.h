// Judges one trace from any source.
#pragma once

#include <string>

#include "harness/cli/commands/check_command.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

// The result of `gcrucible check` for one trace. Reads the trace once, and again if findings name objects
// with a history. Never throws; unreadable input gives a report of bad input.
report::RunReport check_trace(const CheckArguments& arguments, const std::string& path,
                              const report::Style& style);

}  // namespace gcrucible::cli
