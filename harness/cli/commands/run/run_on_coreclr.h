// `gcrucible run --on coreclr`: one scenario in a real CLR.
#pragma once

#include "harness/cli/options/run_options.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// As run_scenario(): plays the scenario under the recorder, prints the fate of its objects and judges the
// callbacks by the rules. Compares only expectations that hold for any heap (scenario::portable). `gcrucible
// compare` checks the others.
report::RunReport run_on_coreclr(const RunOptions& options, const std::string& file,
                                 const std::string& trace_path, const report::Style& style);

}  // namespace gcrucible::cli
