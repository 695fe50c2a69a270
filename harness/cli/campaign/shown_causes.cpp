#include "harness/cli/campaign/shown_causes.h"

#include <algorithm>

#include "harness/rules/catalogue/rule.h"
#include "harness/rules/judge/other_finding.h"

namespace gcrucible::cli {

using report::Result;

std::vector<campaign::Cause> causes_of(const report::RunReport& report, const campaign::Cause& known,
                                       bool strict) {
  std::vector<campaign::Cause> causes;
  if (rules::find_rule(known.rule) == nullptr) causes.push_back(known);
  for (const rules::Verdict& verdict : report.verdicts) {
    if (verdict.standing != rules::Standing::kBroken || verdict.follows != nullptr) continue;
    if (verdict.rule->kind == rules::RuleKind::kAdvice && !strict) continue;
    for (const rules::Finding& each : verdict.findings) {
      campaign::Cause cause{.rule = std::string(verdict.rule->id), .detail = each.callback};
      if (std::ranges::find(causes, cause) == causes.end()) causes.push_back(std::move(cause));
    }
  }
  if (causes.empty()) causes.push_back(known);
  return causes;
}

bool shows(const report::RunReport& report, const campaign::Cause& cause) {
  if (rules::find_rule(cause.rule) != nullptr) {
    return std::ranges::any_of(report.verdicts, [&](const rules::Verdict& verdict) {
      return verdict.standing == rules::Standing::kBroken && verdict.rule->id == cause.rule;
    });
  }
  if (rules::is_death(cause.rule)) return report.result == Result::kCrashed || report.result == Result::kHung;
  if (cause.rule == rules::kGuardedArray) return !report.notes.scribbles.empty();
  if (cause.rule == rules::kObjectMemory) return !report.notes.intrusions.empty();
  if (cause.rule == rules::kUnbalancedReferences) return !report.notes.references.empty();
  if (cause.rule == rules::kProcessState) return !report.notes.process.empty();
  return report.result != Result::kPass && report.result != Result::kUnchecked;
}

const campaign::Suppression* all_suppressed(const std::vector<campaign::Suppression>& list,
                                            const std::vector<campaign::Cause>& causes) {
  for (const campaign::Cause& each : causes) {
    if (campaign::suppressed(list, each) == nullptr) return nullptr;
  }
  return causes.empty() ? nullptr : campaign::suppressed(list, causes.front());
}

std::string sentence_of(const campaign::Cause& cause) {
  if (const rules::Rule* const rule = rules::find_rule(cause.rule)) return std::string(rule->statement);
  if (cause.rule == rules::kPresentation)
    return "A profiler's result must not depend on the way in which a program is reported.";
  if (cause.rule == rules::kGuardedArray)
    return "A profiler may read the arrays passed to a callback until the callback returns, and must not "
           "write into them.";
  if (cause.rule == rules::kObjectMemory)
    return "A profiler may read the memory of objects and must not write into it.";
  if (cause.rule == rules::kUnbalancedReferences)
    return "A profiler must release each object that it gets with a reference exactly once.";
  if (cause.rule == rules::kProcessState) return "A profiler must not change the state of the process.";
  if (cause.rule == "written-memory") return "A profiler may write only into memory that it has allocated.";
  if (cause.rule == "left-processes")
    return "A process that a profiler starts must end with the profiled process.";
  return "A profiler must not end or block the process that it is loaded into.";
}

}  // namespace gcrucible::cli
