// One scenario from its file to its report.
#pragma once

#include "harness/cli/options/run_options.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// Says what there is to say on the way. Never throws for what a user did: bad input is a result like others.
report::RunReport run_scenario(const RunOptions& options, const std::string& file,
                               const std::string& trace_path, const report::Style& style);

}  // namespace gcrucible::cli
