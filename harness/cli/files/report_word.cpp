#include "harness/cli/files/report_word.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "harness/cli/files/whole_file.h"
#include "harness/cli/text/terminal.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::cli {

std::string current_folder() {
  std::error_code gone;
  return std::filesystem::current_path(gone).string();
}

Expected<ReportFile> read_report(const std::string& word, std::span<const ReportFormat> formats) {
  if (word == "github") return ReportFile{.kind = ReportKind::kGithub, .path = {}};
  const std::size_t equals = word.find('=');
  const auto format =
      std::ranges::find(formats, std::string_view(word).substr(0, equals), &ReportFormat::word);
  if (equals != std::string::npos && equals + 1 != word.size() && format != formats.end())
    return ReportFile{.kind = format->kind, .path = word.substr(equals + 1)};
  std::vector<std::string> forms;
  for (const ReportFormat& each : formats) forms.push_back(fmt::format("{}=FILE", each.word));
  std::string problem = fmt::format("--report takes {} and github, not '{}'", fmt::join(forms, ", "), word);
  if (format == formats.end()) {
    std::vector<std::string> known{"github"};
    for (const ReportFormat& each : formats) known.emplace_back(each.word);
    const std::string meant = yaml::nearest(word.substr(0, equals), known);
    if (!meant.empty()) problem += fmt::format("; did you mean '{}'?", meant);
  }
  return failure(std::move(problem));
}

std::vector<PlannedReport> planned(const std::vector<ReportFile>& files,
                                   std::span<const ReportFormat> formats) {
  std::vector<PlannedReport> reports;
  for (const ReportFile& file : files) {
    const auto format = std::ranges::find(formats, file.kind, &ReportFormat::kind);
    if (format == formats.end()) continue;
    reports.push_back({.path = file.path, .kind = format->name, .beginning = format->beginning});
  }
  return reports;
}

Expected<void> put_report(const ReportFile& file, const std::string& text) {
  if (file.kind != ReportKind::kGithub) return write_whole_file(file.path, text);
  say(text);
  return {};
}

}  // namespace gcrucible::cli
