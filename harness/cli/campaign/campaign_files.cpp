#include "harness/cli/campaign/campaign_files.h"

#include <array>
#include <utility>

#include "harness/cli/commands/preflight_checks.h"
#include "harness/report/annotation.h"
#include "harness/report/json_report.h"

namespace gcrucible::cli {
namespace {

constexpr std::array<ReportFormat, 4> kCampaignFormats{{
    {"json", ReportKind::kJson, "JSON", report::kCampaignBeginning},
    {"junit", ReportKind::kJunit, "JUnit", report::kJunitBeginning},
    {"html", ReportKind::kHtml, "HTML", report::kCampaignPageBeginning},
    {"sarif", ReportKind::kSarif, "SARIF", report::kSarifBeginning},
}};

std::string text_of(ReportKind kind, const report::CampaignReport& report) {
  switch (kind) {
    case ReportKind::kJson:
      return report::campaign_json(report);
    case ReportKind::kJunit:
      return report::campaign_junit(report, current_folder());
    case ReportKind::kHtml:
      return report::campaign_html(report);
    case ReportKind::kSarif:
      return report::sarif_report(report::annotations(report), current_folder(), GCRUCIBLE_VERSION);
    case ReportKind::kGithub:
      return report::github_commands(report::annotations(report), current_folder());
  }
  return {};
}

}  // namespace

Expected<std::vector<ReportFile>> read_campaign_files(const std::vector<std::string>& words,
                                                      const std::vector<NamedFile>& others) {
  std::vector<ReportFile> files;
  for (const std::string& word : words) {
    auto file = read_report(word, kCampaignFormats);
    if (!file) return failure(std::move(file.error()));
    files.push_back(std::move(*file));
    if (auto there = check_folder_of("--report", files.back().path); !there)
      return failure(std::move(there.error()));
  }
  if (auto checked = check_reports(planned(files, kCampaignFormats), others); !checked)
    return failure(std::move(checked.error()));
  return files;
}

std::vector<std::string> write_campaign_files(const std::vector<ReportFile>& files,
                                              const report::CampaignReport& report) {
  std::vector<std::string> problems;
  for (const ReportFile& file : files) {
    if (auto put = put_report(file, text_of(file.kind, report)); !put)
      problems.push_back(std::move(put.error()));
  }
  return problems;
}

}  // namespace gcrucible::cli
