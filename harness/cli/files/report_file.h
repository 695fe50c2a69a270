// The reports of `gcrucible run` and `gcrucible check`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/files/report_word.h"
#include "harness/expected.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

// Reads the words of --report. Fails for words of another form.
Expected<std::vector<ReportFile>> read_run_reports(const std::vector<std::string>& words);

// In the form for check_reports().
std::vector<PlannedReport> planned_run_reports(const std::vector<ReportFile>& files);

// Prints or writes the reports. Returns one message for each file that could not be written.
std::vector<std::string> write_run_reports(const std::vector<ReportFile>& files,
                                           const std::vector<report::RunReport>& runs);

}  // namespace gcrucible::cli
