#include "harness/cli/campaign/campaign_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "harness/cli/commands/preflight_checks.h"
#include "harness/cli/files/report_file.h"
#include "harness/cli/files/whole_file.h"
#include "harness/cli/text/terminal.h"
#include "harness/report/annotation.h"
#include "harness/report/json_report.h"

namespace gcrucible::cli {
namespace {

using Kind = CampaignFile::Kind;

struct Format {
  std::string_view word;
  Kind kind;
  std::string_view name;
  std::string_view beginning;  // of every file of this kind, from every version of gcrucible
};
constexpr std::array<Format, 4> kFormats{{
    {"json", Kind::kJson, "JSON", report::kCampaignBeginning},
    {"junit", Kind::kJunit, "JUnit", report::kJunitBeginning},
    {"html", Kind::kHtml, "HTML", report::kCampaignPageBeginning},
    {"sarif", Kind::kSarif, "SARIF", report::kSarifBeginning},
}};

std::string text_of(Kind kind, const report::CampaignReport& report) {
  switch (kind) {
    case Kind::kJson:
      return report::campaign_json(report);
    case Kind::kJunit:
      return report::campaign_junit(report);
    case Kind::kHtml:
      return report::campaign_html(report);
    case Kind::kSarif:
      return report::sarif_report(report::annotations(report), current_folder(), GCRUCIBLE_VERSION);
    case Kind::kGithub:
      return report::github_commands(report::annotations(report), current_folder());
  }
  return {};
}

}  // namespace

Expected<std::vector<CampaignFile>> read_campaign_files(const std::vector<std::string>& words,
                                                        const std::vector<NamedFile>& others) {
  std::vector<CampaignFile> files;
  std::vector<PlannedReport> planned;
  for (const std::string& word : words) {
    if (word == kGithubWord) {
      files.push_back({.kind = Kind::kGithub, .path = {}});
      continue;
    }
    const std::size_t equals = word.find('=');
    const auto format = std::ranges::find(kFormats, std::string_view(word).substr(0, equals), &Format::word);
    if (equals == std::string::npos || equals + 1 == word.size() || format == kFormats.end()) {
      return failure(fmt::format(
          "--report takes json=FILE, junit=FILE, html=FILE, sarif=FILE and github, not '{}'", word));
    }
    files.push_back({.kind = format->kind, .path = word.substr(equals + 1)});
    planned.push_back({.path = files.back().path, .kind = format->name, .beginning = format->beginning});
    if (auto there = check_folder_of("--report", files.back().path); !there)
      return failure(std::move(there.error()));
  }
  if (auto checked = check_reports(planned, others); !checked) return failure(std::move(checked.error()));
  return files;
}

std::vector<std::string> write_campaign_files(const std::vector<CampaignFile>& files,
                                              const report::CampaignReport& report) {
  std::vector<std::string> problems;
  for (const CampaignFile& file : files) {
    const std::string text = text_of(file.kind, report);
    if (file.kind == Kind::kGithub) {
      say(text);
      continue;
    }
    if (auto written = write_whole_file(file.path, text); !written)
      problems.push_back(std::move(written.error()));
  }
  return problems;
}

}  // namespace gcrucible::cli
