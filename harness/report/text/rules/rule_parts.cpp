#include "harness/report/text/rules/rule_parts.h"

#include <fmt/format.h>

#include "harness/rules/judge/coverage.h"

namespace gcrucible::report {

std::string needs_text(const rules::Rule& rule) {
  std::string text;
  for (const rules::Need need : rule.needs)
    text += (text.empty() ? "" : ", ") + std::string(rules::name_of(need));
  return text.empty() ? "nothing besides the callbacks" : text;
}

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

std::string scenario_path(std::string_view name) {
  return fmt::format("fixtures/scenarios/{}.yaml", name);
}

std::string no_scenario(const rules::Rule& rule) {
  if (!rule.smallest.empty() || rules::coverage_of(rule) != rules::Coverage::kChecked) return {};
  if (!rule.unshown.empty()) return std::string(rule.unshown);
  if (!rule.unkept.empty()) return std::string(rule.unkept);
  return fmt::format("neither the recorder nor the tracker has an occasion for it; the fault {} violates it",
                     rule.fault);
}

}  // namespace gcrucible::report
