#include "harness/cli/files/report_file.h"

#include <fmt/format.h>

#include "harness/cli/files/whole_file.h"
#include "harness/report/json_report.h"

namespace gcrucible::cli {

Expected<std::vector<ReportFile>> read_reports(const std::vector<std::string>& words) {
  std::vector<ReportFile> files;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const std::string kind = word.substr(0, equals);
    if (equals == std::string::npos || equals + 1 == word.size() || (kind != "json" && kind != "junit")) {
      return failure(fmt::format("--report takes json=FILE and junit=FILE, not '{}'", word));
    }
    files.push_back(
        {kind == "json" ? ReportFile::Kind::kJson : ReportFile::Kind::kJunit, word.substr(equals + 1)});
  }
  return files;
}

std::vector<PlannedReport> planned(const std::vector<ReportFile>& files) {
  std::vector<PlannedReport> reports;
  for (const ReportFile& file : files) {
    const bool json = file.kind == ReportFile::Kind::kJson;
    reports.push_back({.path = file.path,
                       .kind = json ? "JSON" : "JUnit",
                       .beginning = json ? report::kJsonBeginning : report::kJunitBeginning});
  }
  return reports;
}

std::vector<std::string> write_reports(const std::vector<ReportFile>& files,
                                       const std::vector<report::RunReport>& runs) {
  std::vector<std::string> problems;
  for (const ReportFile& file : files) {
    const bool json = file.kind == ReportFile::Kind::kJson;
    const Expected<void> written =
        write_whole_file(file.path, json ? report::json_report(runs) : report::junit_report(runs));
    if (!written) {
      problems.push_back(fmt::format("cannot write the report {}: {}; name another file with --report",
                                     file.path, written.error()));
    }
  }
  return problems;
}

}  // namespace gcrucible::cli
