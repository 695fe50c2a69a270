// `gcrucible run --on coreclr`: one scenario in a real CLR.
#pragma once

#include "harness/cli/run_options.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// As run_scenario(): plays it under the recorder and judges what was told by the rules. The scenario's
// expectations are written for the simulated heap, in which nothing else lives, and are left to `gcrucible
// compare`.
report::RunReport run_on_coreclr(const RunOptions& options, const std::string& file,
                                 const std::string& trace_path, const report::Style& style);

}  // namespace gcrucible::cli
