// One trace judged, whoever made it.
#pragma once

#include <string>

#include "harness/cli/commands/check_command.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

// What `gcrucible check` says of one trace. The trace is read once, and a second time where findings name
// objects that have a history. Never throws; what cannot be read makes a report of bad input.
report::RunReport check_trace(const CheckArguments& arguments, const std::string& path,
                              const report::Style& style);

}  // namespace gcrucible::cli
