#include "harness/report/finding_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace gcrucible::report {
namespace {

constexpr std::size_t kMostShown = 3;
constexpr std::size_t kHeadColumns = 11;

std::string field(const Style& style, std::string_view head, std::string_view body, bool wraps = true) {
  const std::size_t room = style.width > kHeadColumns + 20 ? style.width - kHeadColumns : 20;
  std::string text;
  const auto lines = wraps ? wrapped(body, room) : std::vector<std::string>{std::string(body)};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += i == 0 ? paint(style, Ink::kDim, padded("  " + std::string(head), kHeadColumns))
                   : std::string(kHeadColumns, ' ');
    text += lines[i] + "\n";
  }
  return text;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

std::string finding_text(const rules::Finding& finding, const RunReport& run, const Style& style) {
  std::string text =
      field(style, "where", place_text(finding)) + field(style, "what", printable(finding.what));
  if (const auto name = run.object_names.find(finding.object); name != run.object_names.end()) {
    text += field(style, "object", fmt::format("{} is {} in the scenario", finding.object, name->second));
  }
  const auto story = run.stories.find(finding.object);
  if (story != run.stories.end() && !story->second.empty()) {
    text += field(style, "history", fmt::format("object {}: {}", finding.object, joined(story->second)));
  }
  return text;
}

}  // namespace

std::string place_text(const rules::Finding& finding) {
  std::string text =
      finding.collection == 0 ? "outside any collection" : fmt::format("collection {}", finding.collection);
  if (finding.line != rules::kNoLine) text += fmt::format(", line {} of the trace", finding.line);
  if (!finding.callback.empty()) text += ", " + printable(finding.callback);
  if (finding.entry != rules::kNoObject) text += fmt::format(" entry {}", finding.entry);
  return text + fmt::format(", thread {}", finding.thread);
}

std::string findings_text(const rules::Verdict& verdict, const RunReport& run, const Style& style) {
  const rules::Rule& rule = *verdict.rule;
  const bool expected = run.is_expected(rule.id);
  std::string text =
      "\n" + paint(style, expected ? Ink::kWarning : Ink::kBad, expected ? "broken as expected" : "BROKEN") +
      " " + paint(style, Ink::kBold, rule.id) + fmt::format(" ({} to break)", name_of(rule.breaker)) + "\n";
  text += field(style, "rule", rule.statement);
  const std::size_t shown =
      style.verbose ? verdict.findings.size() : std::min(verdict.findings.size(), kMostShown);
  for (std::size_t i = 0; i < shown; ++i) text += finding_text(verdict.findings[i], run, style);
  if (shown < verdict.breaks)
    text += field(style, "", fmt::format("and {} more", grouped(verdict.breaks - shown)));
  text += field(style, "source",
                fmt::format("{} ({}, {})", rule.source, rules::name_of(rule.evidence), rule.row));
  text += field(style, "cause", rule.cause);
  if (!expected) {
    text += field(style, "replay", run.replay, false);
    text += field(style, "smallest", run.scenario, false);
  }
  return text;
}

}  // namespace gcrucible::report
