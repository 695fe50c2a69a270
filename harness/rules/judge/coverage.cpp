#include "harness/rules/judge/coverage.h"

#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {

Coverage coverage_of(const Rule& rule) {
  if (rule.judged == Judged::kNot || rule.judged == Judged::kExercise) return Coverage::kNotCheckable;
  return find_binding(rule.id) != nullptr ? Coverage::kChecked : Coverage::kNotYet;
}

std::string_view name_of(Coverage coverage) {
  switch (coverage) {
    case Coverage::kChecked:
      return "checked";
    case Coverage::kNotYet:
      return "not yet";
    case Coverage::kNotCheckable:
      return "not checkable";
  }
  return {};
}

std::string_view why_unchecked(const Rule& rule) {
  if (find_binding(rule.id) != nullptr) return {};
  if (!rule.reason.empty()) return rule.reason;
  return rule.breaker == Breaker::kProfiler ? "profiler rules are not checked yet"
                                            : "this rule is not checked yet";
}

Tally tally(std::span<const Rule* const> rules, Breaker breaker) {
  Tally sum;
  for (const Rule* const rule : rules) {
    if (rule->breaker != breaker) continue;
    switch (coverage_of(*rule)) {
      case Coverage::kChecked:
        ++sum.checked;
        break;
      case Coverage::kNotYet:
        ++sum.not_yet;
        break;
      case Coverage::kNotCheckable:
        ++sum.not_checkable;
        break;
    }
  }
  return sum;
}

}  // namespace gcrucible::rules
