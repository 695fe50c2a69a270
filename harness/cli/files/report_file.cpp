#include "harness/cli/files/report_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "harness/cli/files/whole_file.h"
#include "harness/cli/text/terminal.h"
#include "harness/report/annotation.h"
#include "harness/report/json_report.h"

namespace gcrucible::cli {

namespace {

using Kind = ReportFile::Kind;

struct Format {
  std::string_view word;
  Kind kind;
  std::string_view name;
  std::string_view beginning;  // of every report of this kind, from every version of gcrucible
};
constexpr std::array<Format, 3> kFormats{{
    {"json", Kind::kJson, "JSON", report::kJsonBeginning},
    {"junit", Kind::kJunit, "JUnit", report::kJunitBeginning},
    {"sarif", Kind::kSarif, "SARIF", report::kSarifBeginning},
}};

std::vector<report::Annotation> all_annotations(const std::vector<report::RunReport>& runs) {
  std::vector<report::Annotation> all;
  for (const report::RunReport& run : runs)
    std::ranges::move(report::annotations(run), std::back_inserter(all));
  return all;
}

std::string text_of(Kind kind, const std::vector<report::RunReport>& runs) {
  switch (kind) {
    case Kind::kJson:
      return report::json_report(runs);
    case Kind::kJunit:
      return report::junit_report(runs);
    case Kind::kSarif:
      return report::sarif_report(all_annotations(runs), current_folder(), GCRUCIBLE_VERSION);
    case Kind::kGithub:
      return report::github_commands(all_annotations(runs), current_folder());
  }
  return {};
}

}  // namespace

std::string current_folder() {
  std::error_code gone;
  return std::filesystem::current_path(gone).string();
}

Expected<std::vector<ReportFile>> read_reports(const std::vector<std::string>& words) {
  std::vector<ReportFile> files;
  for (const std::string& word : words) {
    if (word == kGithubWord) {
      files.push_back({.kind = Kind::kGithub, .path = {}});
      continue;
    }
    const std::size_t equals = word.find('=');
    const auto format = std::ranges::find(kFormats, std::string_view(word).substr(0, equals), &Format::word);
    if (equals == std::string::npos || equals + 1 == word.size() || format == kFormats.end()) {
      return failure(
          fmt::format("--report takes json=FILE, junit=FILE, sarif=FILE and github, not '{}'", word));
    }
    files.push_back({format->kind, word.substr(equals + 1)});
  }
  return files;
}

std::vector<PlannedReport> planned(const std::vector<ReportFile>& files) {
  std::vector<PlannedReport> reports;
  for (const ReportFile& file : files) {
    const auto format = std::ranges::find(kFormats, file.kind, &Format::kind);
    if (format == kFormats.end()) continue;
    reports.push_back({.path = file.path, .kind = format->name, .beginning = format->beginning});
  }
  return reports;
}

std::vector<std::string> write_reports(const std::vector<ReportFile>& files,
                                       const std::vector<report::RunReport>& runs) {
  std::vector<std::string> problems;
  for (const ReportFile& file : files) {
    const std::string text = text_of(file.kind, runs);
    if (file.kind == Kind::kGithub) {
      say(text);
      continue;
    }
    if (const Expected<void> written = write_whole_file(file.path, text); !written) {
      problems.push_back(fmt::format("cannot write the report {}: {}; name another file with --report",
                                     file.path, written.error()));
    }
  }
  return problems;
}

}  // namespace gcrucible::cli
