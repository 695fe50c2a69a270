#include "harness/report/text/finding_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/text/trace_line.h"

namespace gcrucible::report {
namespace {

constexpr std::size_t kHeadColumns = 11;

std::string field(const Style& style, std::string_view head, std::string_view body) {
  return report::field(style, "  " + std::string(head), kHeadColumns, body);
}

// Never wrapped, because users copy the line.
std::string one_line(const Style& style, std::string_view head, std::string_view body) {
  return paint(style, Ink::kDim, padded("  " + std::string(head), kHeadColumns)) + std::string(body) + "\n";
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

// "collection 1, line 9 of the trace, MovedReferences2 at index 1, thread 0". Lines of a scenario come first,
// as compilers print them.
std::string place_text(const rules::Finding& finding, const RunReport& run, const Style& style) {
  std::string text =
      finding.collection == 0 ? "outside any collection" : fmt::format("collection {}", finding.collection);
  if (finding.line != rules::kNoLine) {
    const std::string line = trace_line(run, finding.line, style);
    text = run.steps.empty() ? text + ", " + line : line + ", " + text;
  }
  if (!finding.callback.empty()) text += ", " + printable(finding.callback);
  if (finding.entry != rules::kNoObject) text += fmt::format(" at index {}", finding.entry);
  return text + fmt::format(", thread {}", finding.thread);
}

std::string what_text(const rules::Finding& finding, const RunReport& run) {
  return with_names(with_file_lines(run, printable(finding.what)),
                    [&](std::uint32_t object) -> std::optional<std::string> {
                      const auto name = run.object_names.find(object);
                      return name == run.object_names.end() ? std::nullopt : std::optional(name->second);
                    });
}

std::string history_text(const rules::Finding& finding, const RunReport& run) {
  const auto story = run.stories.find(finding.object);
  if (story == run.stories.end() || story->second.empty()) return {};
  const auto name = run.object_names.find(finding.object);
  const std::string object =
      name == run.object_names.end() ? fmt::format("object {}", finding.object)
      : run.steps.empty() ? fmt::format("\"{}\" (object {} of the trace)", name->second, finding.object)
                          : fmt::format("\"{}\"", name->second);
  return object + ": " + with_file_lines(run, joined(story->second));
}

std::string finding_text(const rules::Finding& finding, const RunReport& run, const Style& style) {
  std::string text =
      field(style, "where", place_text(finding, run, style)) + field(style, "what", what_text(finding, run));
  if (finding.more != 0) {
    const bool ranges = finding.last_line != rules::kNoLine && finding.last_line != finding.line;
    std::string last = ranges ? fmt::format(", the last of them in line {}", finding.last_line) : "";
    if (!run.steps.empty()) last = with_file_lines(run, last);
    text += field(style, "more", fmt::format("{} more like it{}", grouped(finding.more), last));
  }
  const std::string history = history_text(finding, run);
  return history.empty() ? text : text + field(style, "history", history);
}

// A wrong id in an Info call follows from a wrong table. If another finding names the mistake in the table,
// the usual cause of this rule is seldom the cause.
bool is_of_known_mistake(const rules::Rule& rule, const RunReport& run) {
  return rule.breaker == rules::Breaker::kProfiler && rule.id.starts_with("object-ids/") &&
         std::ranges::any_of(run.verdicts, [&](const rules::Verdict& each) {
           return each.rule != &rule && run.counts_as_broken(each) && rules::names_mistake(each);
         });
}

// Rules that are violated because of this one. The JSON report contains their findings; --only judges them
// alone.
std::string field_of_consequences(const rules::Rule& rule, const RunReport& run, const Style& style) {
  std::string ids;
  for (const rules::Verdict& verdict : run.verdicts) {
    if (verdict.follows != &rule || !run.is_consequence(verdict)) continue;
    ids += (ids.empty() ? "" : ", ") + std::string(verdict.rule->id);
  }
  return ids.empty() ? ids
                     : field(style, "follow",
                             ids + " (broken because of this, it seems; --only RULE judges one alone)");
}

}  // namespace

FindingTexts texts_of(const rules::Finding& finding, const RunReport& run, const Style& style) {
  return {.where = place_text(finding, run, style),
          .what = what_text(finding, run),
          .history = history_text(finding, run)};
}

std::string findings_text(const rules::Verdict& verdict, const RunReport& run, const Style& style) {
  const rules::Rule& rule = *verdict.rule;
  const bool aside = run.is_not_compared(rule.id);
  const bool excused = aside || run.is_expected(rule.id);
  const bool advice = rule.kind == rules::RuleKind::kAdvice;
  const char* const how = aside     ? "broken, not compared"
                          : excused ? "broken as expected"
                          : advice  ? "advice not taken"
                                    : "BROKEN";
  std::string text = "\n" + paint(style, excused || advice ? Ink::kWarning : Ink::kBad, how) + " " +
                     paint(style, Ink::kBold, rule.id) + fmt::format(" (by the {})", name_of(rule.breaker)) +
                     "\n";
  text += field(style, "rule", rule.statement);
  const std::size_t shown =
      style.verbose ? verdict.findings.size() : std::min(verdict.findings.size(), run.findings_shown);
  for (std::size_t i = 0; i < shown; ++i) text += finding_text(verdict.findings[i], run, style);
  if (shown < verdict.breaks)
    text += field(style, "", fmt::format("and {} more", grouped(verdict.breaks - shown)));
  text +=
      field(style, "source",
            fmt::format("{} ({}, {})", rule.source, rules::name_of(rule.evidence), rules::rows_text(rule)));
  const bool explained =
      std::any_of(verdict.findings.begin(), verdict.findings.begin() + static_cast<std::ptrdiff_t>(shown),
                  [](const rules::Finding& each) { return each.explained; });
  if (!explained && !is_of_known_mistake(rule, run)) text += field(style, "cause", rule.cause);
  text += field_of_consequences(rule, run, style);
  if (!excused) {
    text += one_line(style, "replay", run.replay);
    if (!run.scenario.empty()) text += one_line(style, "smallest", shown_path(style, run.scenario));
  }
  return text;
}

}  // namespace gcrucible::report
