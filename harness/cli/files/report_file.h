// The files that --report names.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/files/output_files.h"
#include "harness/expected.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

struct ReportFile {
  enum class Kind { kJson, kJunit };
  Kind kind = Kind::kJson;
  std::string path;
};

// Reads "json=FILE" and "junit=FILE". Fails for other words.
Expected<std::vector<ReportFile>> read_reports(const std::vector<std::string>& words);

// In the form for check_reports().
std::vector<PlannedReport> planned(const std::vector<ReportFile>& files);

// Writes each file completely or not at all. Returns one message for each file that could not be written.
std::vector<std::string> write_reports(const std::vector<ReportFile>& files,
                                       const std::vector<report::RunReport>& runs);

}  // namespace gcrucible::cli
