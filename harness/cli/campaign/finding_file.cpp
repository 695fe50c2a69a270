#include "harness/cli/campaign/finding_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <iterator>
#include <sstream>

#include "harness/cli/options/profiler_choice.h"
#include "harness/report/style.h"
#include "harness/rules/judge/other_finding.h"
#include "harness/verdict/found_as.h"

namespace gcrucible::cli {
namespace {

constexpr std::string_view kProfiler = "In profiler ";
constexpr std::string_view kWith = "With ";
constexpr std::string_view kAsFound = "As it was found: the campaign ended before it was made small";
constexpr std::string_view kFlaky = "Flaky: some plays of it do not show it";
constexpr std::string_view kEndsParent =
    "Its profiler ends or stops the process that has started it: gcrucible itself under `gcrucible run`";
constexpr std::string_view kOnlyInProcess =
    "Only in a process that had run other cases before: `gcrucible run` does not show it, the same campaign "
    "with --in-process does";

std::string current_title(const std::string& title) {
  campaign::Cause cause = cause_of(title);
  cause.rule = rules::current_word(cause.rule);
  return campaign::text_of(cause);
}

void read_lines(std::istream& in, FindingHead& head) {
  for (std::string line; std::getline(in, line) && line.starts_with('#');) {
    const std::string_view said = std::string_view(line).substr(std::min<std::size_t>(2, line.size()));
    if (said.starts_with(verdict::kFoundMark))
      head.title = current_title(std::string(said.substr(verdict::kFoundMark.size())));
    if (said.starts_with(kProfiler)) head.clsid = said.substr(kProfiler.size());
    if (said.starts_with(kWith)) head.environment.emplace_back(said.substr(kWith.size()));
    head.ends_parent |= said == kEndsParent;
    head.only_in_process |= said == kOnlyInProcess;
    head.as_found |= said == kAsFound;
    head.flaky |= said == kFlaky;
  }
}

}  // namespace

bool FindingHead::is_of_named_profiler() const {
  return !title.empty() && clsid != kRecorderClsid;
}

std::vector<std::string> environment_of(const std::vector<std::string>& given) {
  std::vector<std::string> lines;
  for (const std::string& each : given) {
    std::string& line = lines.emplace_back();
    // Escape the newline, which printable() keeps, and the backslash, which printable() uses for its own
    // escapes.
    for (const char c : each) line += c == '\n' ? "\\n" : c == '\\' ? "\\\\" : std::string(1, c);
    line = report::printable(line);
  }
  std::ranges::sort(lines);
  return lines;
}

FindingHead read_head(const std::string& file) {
  FindingHead head;
  errno = 0;
  std::ifstream in(file);
  if (!in && errno != 0 && errno != ENOENT) head.unreadable = std::strerror(errno);
  read_lines(in, head);
  return head;
}

FindingHead head_of_text(const std::string& text) {
  FindingHead head;
  std::istringstream in(text);
  read_lines(in, head);
  return head;
}

std::vector<std::string> comments_of(const FindingHead& head, const std::string& origin) {
  std::vector<std::string> comments{std::string(verdict::kFoundMark) + head.title, origin};
  if (!head.clsid.empty()) comments.push_back(std::string(kProfiler) + head.clsid);
  for (const std::string& each : head.environment) comments.push_back(std::string(kWith) + each);
  if (head.as_found) comments.emplace_back(kAsFound);
  if (head.flaky) comments.emplace_back(kFlaky);
  if (head.only_in_process) comments.emplace_back(kOnlyInProcess);
  if (head.ends_parent) comments.emplace_back(kEndsParent);
  return comments;
}

campaign::Cause cause_of(const std::string& title) {
  const std::size_t bracket = title.find(" (");
  if (bracket == std::string::npos || !title.ends_with(')')) return {.rule = title, .detail = {}};
  return {.rule = title.substr(0, bracket), .detail = title.substr(bracket + 2, title.size() - bracket - 3)};
}

std::size_t lines_of(std::string_view scenario) {
  std::size_t lines = 0;
  while (!scenario.empty()) {
    const std::string_view line = scenario.substr(0, scenario.find('\n'));
    scenario.remove_prefix(std::min(line.size() + 1, scenario.size()));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && line[first] != '#') ++lines;
  }
  return lines;
}

std::string text_of_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string claim_name(const std::string& folder, const std::string& stem) {
  for (int number = 1;; ++number) {
    const std::string name = number == 1 ? stem : fmt::format("{}-{}", stem, number);
    const std::string file = (std::filesystem::path(folder) / (name + ".yaml")).string();
    // Exclusive creation, because two campaigns may choose the same name.
    if (std::FILE* const made = std::fopen(file.c_str(), "wx")) {
      std::fclose(made);
      return file;
    }
    if (errno != EEXIST) return {};
  }
}

}  // namespace gcrucible::cli
