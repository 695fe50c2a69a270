#include "harness/cli/files/report_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "harness/report/annotation.h"
#include "harness/report/json_report.h"

namespace gcrucible::cli {

namespace {

constexpr std::array<ReportFormat, 3> kRunFormats{{
    {"json", ReportKind::kJson, "JSON", report::kJsonBeginning},
    {"junit", ReportKind::kJunit, "JUnit", report::kJunitBeginning},
    {"sarif", ReportKind::kSarif, "SARIF", report::kSarifBeginning},
}};

// A profiler that refuses to start for the same reason in several scenarios is annotated in the first.
std::vector<report::Annotation> all_annotations(const std::vector<report::RunReport>& runs) {
  std::vector<report::Annotation> all;
  std::set<std::string> refusals;
  for (const report::RunReport& run : runs) {
    for (report::Annotation& each : report::annotations(run)) {
      if (run.result == report::Result::kRefused) {
        std::string why = each.message;
        if (const std::size_t at = why.find(run.subject()); at != std::string::npos)
          why.erase(at, run.subject().size());
        if (!refusals.insert(std::move(why)).second) continue;
      }
      all.push_back(std::move(each));
    }
  }
  return all;
}

std::string text_of(ReportKind kind, const std::vector<report::RunReport>& runs) {
  switch (kind) {
    case ReportKind::kJson:
      return report::json_report(runs);
    case ReportKind::kJunit:
      return report::junit_report(runs, current_folder());
    case ReportKind::kSarif:
      return report::sarif_report(all_annotations(runs), current_folder(), GCRUCIBLE_VERSION);
    case ReportKind::kGithub:
      return report::github_commands(all_annotations(runs), current_folder());
    case ReportKind::kHtml:
      break;  // campaigns only
  }
  return {};
}

}  // namespace

Expected<std::vector<ReportFile>> read_run_reports(const std::vector<std::string>& words) {
  std::vector<ReportFile> files;
  for (const std::string& word : words) {
    auto file = read_report(word, kRunFormats);
    if (!file) return failure(std::move(file.error()));
    files.push_back(std::move(*file));
  }
  return files;
}

std::vector<PlannedReport> planned_run_reports(const std::vector<ReportFile>& files) {
  return planned(files, kRunFormats);
}

std::vector<std::string> write_run_reports(const std::vector<ReportFile>& files,
                                           const std::vector<report::RunReport>& runs) {
  std::vector<std::string> problems;
  for (const ReportFile& file : files) {
    if (const auto put = put_report(file, text_of(file.kind, runs)); !put) {
      problems.push_back(fmt::format("cannot write the report {}: {}; name another file with --report",
                                     file.path, put.error()));
    }
  }
  return problems;
}

}  // namespace gcrucible::cli
