// The files that --report names.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/files/output_files.h"
#include "harness/report/run_report.h"

namespace gcrucible::cli {

struct ReportFile {
  enum class Kind { kJson, kJunit };
  Kind kind = Kind::kJson;
  std::string path;
};

// "json=FILE" and "junit=FILE". Where a word is neither, `error` says so.
std::vector<ReportFile> read_reports(const std::vector<std::string>& words, std::string& error);

// As check_reports() takes them.
std::vector<PlannedReport> planned(const std::vector<ReportFile>& files);

// Each whole or not at all. Returns what went wrong with each that could not be written.
std::vector<std::string> write_reports(const std::vector<ReportFile>& files,
                                       const std::vector<report::RunReport>& runs);

}  // namespace gcrucible::cli
