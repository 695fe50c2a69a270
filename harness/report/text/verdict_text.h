// The end of a run's text: findings, what the profiler printed, the verdict.
#pragma once

#include <string>
#include <vector>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// All that is to be said after the last collection.
std::string verdict_text(const RunReport& run, const Style& style);

// A line for each run and one for all; if `quiet`, only for those that did not pass.
std::string summary_text(const std::vector<RunReport>& runs, const Style& style, bool quiet = false);

}  // namespace gcrucible::report
