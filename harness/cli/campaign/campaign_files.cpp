#include "harness/cli/campaign/campaign_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "harness/cli/commands/preflight_checks.h"
#include "harness/cli/files/whole_file.h"
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
constexpr std::array<Format, 3> kFormats{{
    {"json", Kind::kJson, "JSON", report::kCampaignBeginning},
    {"junit", Kind::kJunit, "JUnit", report::kJunitBeginning},
    {"html", Kind::kHtml, "HTML", report::kCampaignPageBeginning},
}};

}  // namespace

Expected<std::vector<CampaignFile>> read_campaign_files(const std::vector<std::string>& words,
                                                        const std::vector<NamedFile>& others) {
  std::vector<CampaignFile> files;
  std::vector<PlannedReport> planned;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const auto format = std::ranges::find(kFormats, std::string_view(word).substr(0, equals), &Format::word);
    if (equals == std::string::npos || equals + 1 == word.size() || format == kFormats.end()) {
      return failure(fmt::format("--report takes json=FILE, junit=FILE and html=FILE, not '{}'", word));
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
    const std::string text = file.kind == Kind::kJson    ? report::campaign_json(report)
                             : file.kind == Kind::kJunit ? report::campaign_junit(report)
                                                         : report::campaign_html(report);
    if (auto written = write_whole_file(file.path, text); !written)
      problems.push_back(std::move(written.error()));
  }
  return problems;
}

}  // namespace gcrucible::cli
