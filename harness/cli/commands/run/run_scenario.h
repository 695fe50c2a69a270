// One scenario from its file to its report.
#pragma once

#include "harness/cli/options/run_options.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// Prints progress and pictures. Never throws for a user's mistake: bad input is an ordinary result.
report::RunReport run_scenario(const RunOptions& options, const std::string& file,
                               const std::string& trace_path, const report::Style& style);

}  // namespace gcrucible::cli
