// The end of a run's text: findings, output of the profiler, verdict.
#pragma once

#include <string>
#include <vector>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// Everything that follows the last collection.
std::string verdict_text(const RunReport& run, const Style& style);

// One line for each run and one for all; if `quiet`, only for runs that did not pass.
std::string summary_text(const std::vector<RunReport>& runs, const Style& style, bool quiet = false);

}  // namespace gcrucible::report
