#include "harness/report/rule_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace gcrucible::report {
namespace {

std::string needs_text(const rules::Rule& rule) {
  std::string text;
  for (const rules::Need need : rule.needs)
    text += (text.empty() ? "" : ", ") + std::string(rules::name_of(need));
  return text.empty() ? "nothing beside the callbacks" : text;
}

// "only for net10", "not for net10: why".
std::vector<std::string> runtime_notes(const rules::Rule& rule) {
  std::vector<std::string> notes;
  std::string only;
  for (const std::string_view runtime : rule.only) only += (only.empty() ? "" : ", ") + std::string(runtime);
  if (!only.empty()) notes.push_back("judged for " + only + " only");
  for (const rules::RuntimeNote& note : rule.except)
    notes.push_back(fmt::format("not for {}: {}", note.runtime, note.why));
  return notes;
}

std::string family_of(const rules::Rule& rule) {
  return std::string(rule.id.substr(0, rule.id.find('/')));
}

std::string field(const Style& style, std::string_view head, std::string_view body) {
  constexpr std::size_t kHead = 13;
  std::string text;
  for (const std::string& line : wrapped(body, style.width > kHead + 20 ? style.width - kHead : 20)) {
    text += (text.empty() ? paint(style, Ink::kDim, padded("  " + std::string(head), kHead))
                          : std::string(kHead, ' ')) +
            line + "\n";
  }
  return text;
}

std::string bullet(std::string_view text) {
  constexpr std::size_t kColumns = 108;
  std::string lines;
  for (const std::string& line : wrapped(text, kColumns))
    lines += (lines.empty() ? "- " : "  ") + line + "\n";
  return lines;
}

}  // namespace

std::string rule_list(const std::vector<const rules::Rule*>& rules, const Style& style) {
  std::size_t widest = 0;
  for (const rules::Rule* const rule : rules) widest = std::max(widest, rule->id.size());
  std::string text;
  for (const rules::Rule* const rule : rules) {
    const std::size_t indent = widest + 2;
    bool first = true;
    for (const std::string& line :
         wrapped(rule->statement, style.width > indent + 20 ? style.width - indent : 20)) {
      text += (first ? paint(style, Ink::kBold, padded(rule->id, indent)) : std::string(indent, ' ')) + line +
              "\n";
      first = false;
    }
  }
  return text +
         paint(style, Ink::kDim,
               fmt::format("{}; gcrucible explain RULE says more about one", counted(rules.size(), "rule"))) +
         "\n";
}

std::string rule_text(const rules::Rule& rule, const Style& style) {
  std::string text = paint(style, Ink::kBold, rule.id) + "\n";
  text += field(style, "rule", rule.statement);
  text += field(style, "source", fmt::format("{} ({} in the reference notes)", rule.source, rule.row));
  text += field(style, "evidence", rules::name_of(rule.evidence));
  text += field(style, "versions", rule.versions);
  text += field(style, "breaker", fmt::format("the {}", rules::name_of(rule.breaker)));
  text += field(style, "needs", needs_text(rule));
  text += field(style, "cause", rule.cause);
  for (const std::string& note : runtime_notes(rule)) text += field(style, "runtimes", note);
  return text;
}

std::string rules_page(const std::vector<const rules::Rule*>& rules) {
  std::string text =
      "# The rules\n\nWritten by `gcrucible rules --markdown`; the catalogue is "
      "`harness/rules/catalogue.yaml`.\n\n"
      "A check of a trace gives each rule one of three verdicts. Kept: the trace gave occasion to look, and "
      "the rule "
      "held.\nBroken: it did not. Not evaluable: the trace lacks what the rule needs, or gave no occasion; "
      "the reason is "
      "told.\n\n";
  text += fmt::format("{} rules. `gcrucible explain RULE` prints one of them.\n", rules.size());
  std::string family;
  for (const rules::Rule* const rule : rules) {
    if (family_of(*rule) != family) {
      family = family_of(*rule);
      text += "\n## " + family + "\n";
    }
    text += fmt::format("\n### {}\n\n", rule->id);
    for (const std::string& line : wrapped(rule->statement, 110)) text += line + "\n";
    text += "\n" + bullet(fmt::format("Source: {} ({}; {})", rule->source, rules::name_of(rule->evidence),
                                      rule->row));
    text += bullet(fmt::format("Versions: {}", rule->versions));
    text += bullet(fmt::format("Who can break it: the {}", rules::name_of(rule->breaker)));
    text += bullet("Needs: " + needs_text(*rule));
    text += bullet(fmt::format("Usual cause: {}", rule->cause));
    for (const std::string& note : runtime_notes(*rule)) text += bullet("Runtimes: " + note);
  }
  return text;
}

}  // namespace gcrucible::report
