#include "harness/report/text/rules/rule_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/report/rule_tally.h"
#include "harness/report/style.h"
#include "harness/report/text/rules/rule_parts.h"
#include "harness/rules/judge/coverage.h"

namespace gcrucible::report {
namespace {

using Rules = std::vector<const rules::Rule*>;

constexpr std::size_t kPageColumns = 110;

std::string paragraph(std::string_view text) {
  std::string lines;
  for (const std::string& line : wrapped(text, kPageColumns)) lines += line + "\n";
  return lines;
}

std::string bullet(std::string_view text) {
  std::string lines;
  for (const std::string& line : wrapped(text, kPageColumns - 2))
    lines += (lines.empty() ? "- " : "  ") + line + "\n";
  return lines;
}

std::string page_entry(const rules::Rule& rule) {
  std::string text = fmt::format("\n## {}\n\n", rule.id) + paragraph(rule.statement);
  text += "\n" + bullet(fmt::format("Source: {} ({}; {})", rule.source, rules::name_of(rule.evidence),
                                    rules::rows_text(rule)));
  text += bullet(fmt::format("Versions: {}", rule.versions));
  text += bullet("Who can break it: " + breaker_text(rule));
  if (const std::string kind = kind_text(rule); !kind.empty()) text += bullet("Kind: " + kind);
  text += bullet("Needs: " + needs_text(rule));
  text += bullet(fmt::format("Usual cause: {}", rule.cause));
  for (const std::string& note : runtime_notes(rule)) text += bullet("Runtimes: " + note);
  if (!rule.unbroken.empty()) text += bullet(fmt::format("Broken by no scenario: {}", rule.unbroken));
  if (!rule.unkept.empty()) text += bullet(fmt::format("Kept by no scenario: {}", rule.unkept));
  if (!rule.unrecorded.empty()) text += bullet(fmt::format("Not judged on recordings: {}", rule.unrecorded));
  if (!rule.smallest.empty()) {
    text +=
        fmt::format("- Smallest scenario: [{}](../../{}){}\n", rule.smallest, scenario_path(rule.smallest),
                    rule.under.empty() ? "" : fmt::format(", under the {} profiler", rule.under));
  }
  if (!rule.broken_in.empty())
    text += fmt::format("- Broken in: [{}](../../{})\n", rule.broken_in, scenario_path(rule.broken_in));
  if (!rule.fault.empty()) text += bullet(fmt::format("Broken by the faulty profiler: {}", rule.fault));
  if (rules::coverage_of(rule) != rules::Coverage::kChecked)
    text += bullet("Checker: " + coverage_text(rule));
  return text;
}

std::string not_checkable(const std::vector<const rules::Rule*>& rules) {
  std::string text;
  for (const rules::Rule* const rule : rules) {
    if (rules::coverage_of(*rule) == rules::Coverage::kNotCheckable) {
      text += bullet(fmt::format("{}: {}", rule->id, rule->reason));
    }
  }
  return text.empty() ? text : "\n## What cannot be checked\n\n" + text;
}

std::string not_shown(const std::vector<const rules::Rule*>& rules) {
  std::string text;
  for (const rules::Rule* const rule : rules) {
    if (const std::string why = no_scenario(*rule); !why.empty())
      text += bullet(fmt::format("{}: {}.", rule->id, why));
  }
  return text.empty() ? text : "\n## What no scenario keeps\n\n" + text;
}

std::string not_broken(const std::vector<const rules::Rule*>& rules) {
  std::string text;
  for (const rules::Rule* const rule : rules) {
    if (!rule->unbroken.empty()) text += bullet(fmt::format("{}: {}.", rule->id, rule->unbroken));
  }
  return text.empty() ? text : "\n## What no scenario breaks\n\n" + text;
}

// Rules for profilers by the rows that they restate, ascending: "PR-CALL-001".
std::string rows_of_notes(const std::vector<const rules::Rule*>& rules) {
  std::map<std::string_view, const rules::Rule*> by_row;
  for (const rules::Rule* const rule : rules) {
    if (rule->breaker != rules::Breaker::kProfiler) continue;
    for (const std::string_view row : rule->rows) by_row[row] = rule;
  }
  if (by_row.empty()) return {};
  const auto own =
      std::ranges::count_if(by_row, [](const auto& each) { return each.first.starts_with("PR-X-"); });
  std::string text = "\n## What the rules for profilers restate\n\n";
  text += paragraph(fmt::format(
      "The reference notes have {} rows for profilers. One rule may cover several rows about different calls "
      "or callbacks, and {} (PR-X-...) cover no row, so there are {} rules.",
      by_row.size() - static_cast<std::size_t>(own), counted(static_cast<std::size_t>(own), "rule"),
      rules::tally(rules, rules::Breaker::kProfiler).all()));
  text += "\n| row | rule | checker |\n|---|---|---|\n";
  for (const auto& [row, rule] : by_row)
    text += fmt::format("| {} | {} | {} |\n", row, rule->id, rules::name_of(rules::coverage_of(*rule)));
  return text;
}

// The first part of an id: "moved" of "moved/half-open-range".
std::string family_of(const rules::Rule& rule) {
  return std::string(rule.id.substr(0, rule.id.find('/')));
}

// The anchor of a rule's heading, as GitHub makes it.
std::string anchor_of(const rules::Rule& rule) {
  std::string anchor(rule.id);
  std::erase(anchor, '/');
  return anchor;
}

// Rules of one part of the catalogue. Its page is named after its first family.
struct Part {
  std::string_view title;
  std::string file;
  Rules rules;
};

std::vector<Part> parts_of(const Rules& rules) {
  std::vector<Part> parts;
  for (const rules::Rule* const rule : rules) {
    if (parts.empty() || parts.back().title != rule->section)
      parts.push_back({.title = rule->section, .file = family_of(*rule) + ".md", .rules = {}});
    parts.back().rules.push_back(rule);
  }
  return parts;
}

constexpr std::string_view kOrigin = "<!-- Made by `gcrucible rules --markdown docs/rules`. -->\n";

std::string part_page(const Part& part) {
  std::string text = fmt::format("# {}\n\n{}\n", part.title, kOrigin);
  text += paragraph(
      "`gcrucible explain RULE` prints one rule with wrong and right profiler code. [All rules](README.md)");
  for (const rules::Rule* const rule : part.rules) text += page_entry(*rule);
  return text;
}

std::string index_page(const Rules& rules, const std::vector<Part>& parts) {
  std::string text = fmt::format("# Rules\n\n{}\n", kOrigin);
  text += paragraph(
      "Look up a rule here by its id or its statement. `gcrucible explain RULE` prints one rule with wrong "
      "and "
      "right profiler code. The catalogue is `harness/rules/catalogue.yaml` and the files that it lists.");
  text += "\n| verdict | the trace |\n|---|---|\n";
  text += "| kept | gave occasion to judge the rule, and the rule held |\n";
  text += "| broken | violates the rule |\n";
  text += "| not judged | lacks the evidence, or gives no occasion; the reason is printed |\n\n";
  for (const rules::Breaker breaker : {rules::Breaker::kRuntime, rules::Breaker::kProfiler}) {
    if (const std::string sum = tally_text(rules, breaker); !sum.empty()) text += bullet(sum + ".");
  }
  text += bullet("[Coverage](coverage.md) gives the reasons, and the rows of the reference notes.");
  for (const Part& part : parts) {
    text += fmt::format("\n## [{}]({})\n\n| rule | statement |\n|---|---|\n", part.title, part.file);
    for (const rules::Rule* const rule : part.rules) {
      text += fmt::format("| [{}]({}#{}) | {} |\n", rule->id, part.file, anchor_of(*rule), rule->statement);
    }
  }
  return text;
}

std::string coverage_page(const Rules& rules) {
  return fmt::format("# Coverage of the rules\n\n{}\n", kOrigin) +
         paragraph(
             "Look up here which rules nothing can check, and which no scenario breaks or keeps. The last "
             "list has the rows of the reference notes that the rules for profilers restate.") +
         not_checkable(rules) + not_broken(rules) + not_shown(rules) + rows_of_notes(rules);
}

}  // namespace

std::vector<RulePage> rule_pages(const Rules& rules) {
  const std::vector<Part> parts = parts_of(rules);
  std::vector<RulePage> pages{{.file = "README.md", .text = index_page(rules, parts)},
                              {.file = "coverage.md", .text = coverage_page(rules)}};
  for (const Part& part : parts) pages.push_back({.file = part.file, .text = part_page(part)});
  return pages;
}

}  // namespace gcrucible::report
