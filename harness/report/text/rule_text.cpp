#include "harness/report/text/rule_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "harness/report/rule_tally.h"
#include "harness/rules/judge/coverage.h"

namespace gcrucible::report {
namespace {

std::string needs_text(const rules::Rule& rule) {
  std::string text;
  for (const rules::Need need : rule.needs)
    text += (text.empty() ? "" : ", ") + std::string(rules::name_of(need));
  return text.empty() ? "nothing besides the callbacks" : text;
}

// "only for net10", "not for net10: why", "less strict for net10: how".
std::vector<std::string> runtime_notes(const rules::Rule& rule) {
  std::vector<std::string> notes;
  std::string only;
  for (const std::string_view runtime : rule.only) only += (only.empty() ? "" : ", ") + std::string(runtime);
  if (!only.empty()) notes.push_back("judged for " + only + " only");
  for (const rules::RuntimeNote& note : rule.except)
    notes.push_back(fmt::format("not for {}: {}", note.runtime, note.why));
  for (const rules::RuntimeNote& note : rule.leeway)
    notes.push_back(fmt::format("less strict for {}: {}", note.runtime, note.why));
  for (const rules::RuntimeNote& note : rule.harmless)
    notes.push_back(fmt::format("in {} {}", note.runtime, note.why));
  return notes;
}

std::string breaker_text(const rules::Rule& rule) {
  return fmt::format("the {}", rules::name_of(rule.breaker));
}

// The source's wording of the rule, if weaker than a demand; otherwise empty.
std::string kind_text(const rules::Rule& rule) {
  switch (rule.kind) {
    case rules::RuleKind::kDemand:
      return {};
    case rules::RuleKind::kPermission:
      return rule.judged == rules::Judged::kLimit ? "a permission; only its limits are judged"
                                                  : "a permission";
    case rules::RuleKind::kAdvice:
      return "advice: a profiler that ignores it may still work";
  }
  return {};
}

std::string coverage_text(const rules::Rule& rule) {
  switch (rules::coverage_of(rule)) {
    case rules::Coverage::kChecked:
      return "there is one";
    case rules::Coverage::kNotYet:
      return "none yet";
    case rules::Coverage::kNotCheckable:
      return fmt::format("none can be: {}", rule.reason);
  }
  return {};
}

std::string scenario_path(const rules::Rule& rule) {
  return fmt::format("fixtures/scenarios/{}.yaml", rule.smallest);
}

constexpr std::string_view kTrackerClsid = "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}";

// Quoted as one word for a shell.
std::string word(const std::string& text) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+").find(c) != std::string_view::npos;
  };
  if (std::ranges::all_of(text, plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string in_folder(const std::string& folder, const std::string& name) {
  return word(folder.empty() ? name : folder + "/" + name);
}

std::string under_profiler(const Installation& here, std::string_view name) {
  return fmt::format("--profiler {} --clsid '{}'",
                     in_folder(here.libraries, fmt::format("libgcrucible_{}.so", name)), kTrackerClsid);
}

std::string play_command(const rules::Rule& rule, const Installation& here) {
  std::string text =
      fmt::format("{} run {}", word(here.program), in_folder(here.sources, scenario_path(rule)));
  if (!rule.under.empty()) text += " " + under_profiler(here, rule.under);
  return text;
}

std::string fault_command(const rules::Rule& rule, const Installation& here) {
  return fmt::format("{} test {} --env GCRUCIBLE_FAULT={} --only {} --stop-after 1 --forget{}{}",
                     word(here.program), under_profiler(here, "faulty"), rule.fault, rule.id,
                     rule.fault_options.empty() ? "" : " ", rule.fault_options);
}

// Why `explain` names no scenario that keeps a checked rule; empty if it names one.
std::string no_scenario(const rules::Rule& rule) {
  if (!rule.smallest.empty() || rules::coverage_of(rule) != rules::Coverage::kChecked) return {};
  if (!rule.unshown.empty()) return std::string(rule.unshown);
  if (!rule.unkept.empty()) return std::string(rule.unkept);
  return fmt::format("neither the recorder nor the tracker has an occasion for it; the fault {} violates it",
                     rule.fault);
}

std::string field(const Style& style, std::string_view head, std::string_view body) {
  return report::field(style, "  " + std::string(head), 13, body);
}

// Never wrapped.
std::string command(const Style& style, std::string_view head, std::string_view body) {
  return paint(style, Ink::kDim, padded("  " + std::string(head), 13)) + std::string(body) + "\n";
}

std::string code(const Style& style, std::string_view head, std::string_view lines) {
  if (lines.empty()) return {};
  std::string text = paint(style, Ink::kDim, "  " + std::string(head)) + "\n";
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    text += "    " + std::string(lines.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return text;
}

// Whether code of callbacks shows no lock; a reader could believe that the code is thread-safe.
bool leaves_locks_out(std::string_view code) {
  return code.find(" override") != std::string_view::npos && code.find("lock(") == std::string_view::npos &&
         code.find("locked(") == std::string_view::npos;
}

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
  std::string text = fmt::format("\n### {}\n\n", rule.id) + paragraph(rule.statement);
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
    text += fmt::format("- Smallest scenario: [{}](../{}){}\n", rule.smallest, scenario_path(rule),
                        rule.under.empty() ? "" : fmt::format(", under the {} profiler", rule.under));
  }
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

}  // namespace

std::string rule_list(const std::vector<const rules::Rule*>& rules, const Style& style) {
  constexpr std::size_t kStanding = 15;  // width of "not checkable" and two columns
  std::size_t widest = 0;
  for (const rules::Rule* const rule : rules) widest = std::max(widest, rule->id.size());
  const std::size_t indent = widest + 2 + kStanding;
  std::string text;
  for (const rules::Rule* const rule : rules) {
    const rules::Coverage coverage = rules::coverage_of(*rule);
    bool first = true;
    for (const std::string& line :
         wrapped(rule->statement, style.width > indent + 20 ? style.width - indent : 20)) {
      text += first ? paint(style, Ink::kBold, padded(rule->id, widest + 2)) +
                          paint(style, Ink::kDim, padded(rules::name_of(coverage), kStanding))
                    : std::string(indent, ' ');
      text += line + "\n";
      first = false;
    }
  }
  for (const rules::Breaker breaker : {rules::Breaker::kRuntime, rules::Breaker::kProfiler}) {
    if (const std::string sum = tally_text(rules, breaker); !sum.empty()) text += sum + "\n";
  }
  text += ids_with(rules, "broken by no scenario", &rules::Rule::unbroken, style);
  text += ids_with(rules, "kept by no scenario", &rules::Rule::unkept, style);
  return text + paint(style, Ink::kDim, "gcrucible explain RULE describes one rule in detail") + "\n";
}

std::string rule_text(const rules::Rule& rule, const Style& style, const Installation& here) {
  std::string text = paint(style, Ink::kBold, rule.id) + "\n";
  text += field(style, "rule", rule.statement);
  text += field(style, "source",
                fmt::format("{} ({} in the reference notes)", rule.source, rules::rows_text(rule)));
  text += field(style, "evidence", rules::name_of(rule.evidence));
  text += field(style, "versions", rule.versions);
  text += field(style, "breaker", breaker_text(rule));
  if (const std::string kind = kind_text(rule); !kind.empty()) text += field(style, "kind", kind);
  text += field(style, "checker", coverage_text(rule));
  text += field(style, "needs", needs_text(rule));
  text += field(style, "cause", rule.cause);
  for (const std::string& note : runtime_notes(rule)) text += field(style, "runtimes", note);
  if (!rule.smallest.empty()) {
    text += field(style, "smallest", scenario_path(rule)) + command(style, "play", play_command(rule, here));
  }
  if (const std::string why = no_scenario(rule); !why.empty())
    text += field(style, "smallest", "none: " + why);
  if (!rule.unrecorded.empty())
    text += field(style, "recordings", fmt::format("not judged: {}", rule.unrecorded));
  if (!rule.fault.empty()) text += command(style, "broken by", fault_command(rule, here));
  text += code(style, "wrong", rule.wrong) + code(style, "right", rule.right);
  if (leaves_locks_out(rule.right)) {
    text += field(style, "locks",
                  "omitted here for brevity; data shared by callbacks on several threads needs a lock "
                  "(blocking/thread-safe)");
  }
  return text;
}

std::string rules_page(const std::vector<const rules::Rule*>& rules) {
  std::string text =
      "# The rules\n\nWritten by `gcrucible rules --markdown`; the catalogue is "
      "`harness/rules/catalogue.yaml` "
      "and the files\nthat it lists.\n\n";
  text += paragraph(
      "A check of a trace gives each rule one of three verdicts. Kept: the trace gave occasion to judge the "
      "rule, and the rule held. Broken: the rule was violated. Not judged: the trace lacks the evidence, or "
      "gives no occasion; the reason is printed. `gcrucible explain RULE` prints one rule with wrong and "
      "right profiler code.");
  text += "\n";
  for (const rules::Breaker breaker : {rules::Breaker::kRuntime, rules::Breaker::kProfiler}) {
    if (const std::string sum = tally_text(rules, breaker); !sum.empty()) text += bullet(sum + ".");
  }
  text += not_checkable(rules);
  text += not_broken(rules);
  text += not_shown(rules);
  text += rows_of_notes(rules);
  std::string_view section;
  for (const rules::Rule* const rule : rules) {
    if (rule->section != section) {
      section = rule->section;
      text += fmt::format("\n## {}\n", section);
    }
    text += page_entry(*rule);
  }
  return text;
}

}  // namespace gcrucible::report
