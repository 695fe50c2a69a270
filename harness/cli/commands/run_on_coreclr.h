// `gcrucible run --on coreclr`: one scenario in a real CLR.
#pragma once

#include "harness/cli/options/run_options.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// As run_scenario(): plays it under the recorder, says what became of its objects and judges what was told by
// the rules. Of its expectations those are compared that are true of any heap (scenario::portable); the
// others are left to `gcrucible compare`.
report::RunReport run_on_coreclr(const RunOptions& options, const std::string& file,
                                 const std::string& trace_path, const report::Style& style);

}  // namespace gcrucible::cli
