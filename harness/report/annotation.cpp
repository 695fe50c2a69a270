#include "harness/report/annotation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <utility>

#include "harness/report/json_report.h"
#include "harness/report/style.h"
#include "harness/report/text/finding_text.h"
#include "harness/report/text/trace_line.h"
#include "harness/rules/catalogue/rule.h"

namespace gcrucible::report {
namespace {

using Level = Annotation::Level;

// More findings of one rule show the same, and CI servers limit the number of annotations.
constexpr std::size_t kMostOfRule = 10;

// Reads "NUMBER:" and removes it.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end == text.data() + text.size() || *end != ':') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return number;
}

// Reads "FILE:LINE:COLUMN: text" into the annotation. False if the text has another form.
bool read_place(std::string_view text, Annotation& annotation) {
  for (std::size_t colon = text.find(':'); colon != text.npos; colon = text.find(':', colon + 1)) {
    std::string_view rest = text.substr(colon + 1);
    const auto line = take_number(rest);
    const auto column = line ? take_number(rest) : std::nullopt;
    if (!column) continue;
    annotation.line = *line;
    annotation.column = *column;
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    annotation.message = rest;
    return true;
  }
  return false;
}

void add_findings(const RunReport& run, const rules::Verdict& verdict, std::vector<Annotation>& all) {
  const bool advice = verdict.rule->kind == rules::RuleKind::kAdvice;
  std::size_t count = 0;
  for (const rules::Finding& finding : verdict.findings) {
    if (count++ == kMostOfRule) break;
    // The header is line 1 of a trace's file and has no number.
    const std::uint64_t line = finding.line == rules::kNoLine ? 0
                               : run.is_of_file()             ? finding.line + 1
                                                              : scenario_line(run, finding.line);
    const std::string what = texts_of(finding, run, {}).what;
    all.push_back({.level = advice ? Level::kWarning : Level::kError,
                   .rule = std::string(verdict.rule->id),
                   .file = run.subject(),
                   .line = line,
                   .message = finding.collection == 0
                                  ? what
                                  : fmt::format("Collection {}: {}", finding.collection, what)});
  }
}

// Mistakes of an input file, one a line: "FILE:LINE:COLUMN: error: …". Lines between them are excerpts.
void add_mistakes(const RunReport& run, std::vector<Annotation>& all) {
  std::istringstream lines(run.message);
  for (std::string line; std::getline(lines, line);) {
    Annotation mistake{.rule = std::string(name_of(run.result)), .file = run.subject()};
    if (line.find(": error: ") != std::string::npos && read_place(line, mistake))
      all.push_back(std::move(mistake));
  }
}

std::string shown(const Annotation& annotation, const std::string& folder) {
  return shown_path(Style{.folder = folder}, annotation.file);
}

}  // namespace

std::vector<Annotation> annotations(const RunReport& run) {
  std::vector<Annotation> all;
  if (was_stopped(run.result) || run.result == Result::kNotPlayed) return all;
  if (run.has_no_verdict()) add_mistakes(run, all);
  for (const rules::Verdict& verdict : run.verdicts) {
    if (run.counts_as_broken(verdict)) add_findings(run, verdict, all);
  }
  for (const Complaint& complaint : run.expectations_failed) {
    Annotation failed{.rule = "expectation", .file = run.subject(), .message = complaint.text};
    read_place(complaint.text, failed);
    all.push_back(std::move(failed));
  }
  const bool explained =
      std::ranges::any_of(all, [](const Annotation& each) { return each.level == Level::kError; });
  // A death explains the violations that it left behind, and not the other way round.
  if (!passes(run.result) && (!explained || !run.died.empty())) {
    all.insert(all.begin(), {.rule = std::string(name_of(run.result)),
                             .file = run.subject(),
                             .line = run.death_line,
                             .message = first_line_of(run)});
  }
  return all;
}

std::vector<Annotation> annotations(const CampaignReport& report) {
  std::vector<Annotation> all;
  for (const CampaignFault& fault : report.faults) {
    all.push_back({.rule = fault.rule,
                   .file = fault.file,
                   .line = fault.file.empty() ? 0 : fault.line,
                   .message = fault.title() + ": " + fault.what +
                              (fault.replay.empty() ? "" : "\nReplay: " + fault.replay)});
  }
  return all;
}

std::string github_commands(const std::vector<Annotation>& annotations, const std::string& folder) {
  const auto escaped = [](std::string_view text, bool property) {
    std::string out;
    for (const char each : text) {
      const bool special =
          each == '%' || each == '\r' || each == '\n' || (property && (each == ':' || each == ','));
      out += special ? fmt::format("%{:02X}", static_cast<unsigned char>(each)) : std::string(1, each);
    }
    return out;
  };
  std::string text;
  for (const Annotation& each : annotations) {
    std::string properties = "title=" + escaped("gcrucible " + each.rule, true);
    if (each.column != 0) properties = fmt::format("col={},", each.column) + properties;
    if (!each.file.empty()) {
      properties = fmt::format("file={},line={},", escaped(shown(each, folder), true),
                               std::max<std::uint64_t>(each.line, 1)) +
                   properties;
    }
    text += fmt::format("::{} {}::{}\n", each.level == Level::kError ? "error" : "warning", properties,
                        escaped(each.message, false));
  }
  return text;
}

}  // namespace gcrucible::report
