#include "harness/cli/campaign/shown_finding.h"

#include "harness/report/text/death_text.h"
#include "harness/report/text/finding_text.h"
#include "harness/report/text/trace_line.h"
#include "harness/rules/judge/other_finding.h"

namespace gcrucible::cli {

bool describe(const campaign::Cause& cause, const report::RunReport& run, const report::Style& style,
              report::CampaignFault& fault) {
  if (rules::is_death(cause.rule)) {
    fault.where = report::death_place(run, style);
    fault.line = run.death_line;
    return !fault.where.empty();
  }
  if (cause.rule == rules::kPresentation) {
    if (run.presentation.empty()) return false;
    fault.what = run.presentation;
    fault.where = run.presentation_place;
    return true;
  }
  const rules::Finding* shown = nullptr;
  const rules::Rule* rule = nullptr;
  for (const rules::Verdict& verdict : run.verdicts) {
    if (verdict.standing != rules::Standing::kBroken || verdict.rule->id != cause.rule) continue;
    rule = verdict.rule;
    for (const rules::Finding& each : verdict.findings) {
      if (shown == nullptr || each.callback == cause.detail) shown = &each;
      if (each.callback == cause.detail) break;
    }
  }
  if (shown == nullptr) return false;
  if (shown->line != rules::kNoLine) fault.line = report::scenario_line(run, shown->line);
  report::FindingTexts texts = report::texts_of(*shown, run, style);
  fault.where = std::move(texts.where);
  fault.what = std::move(texts.what);
  fault.history = std::move(texts.history);
  if (!shown->explained) fault.cause = rule->cause;
  return true;
}

}  // namespace gcrucible::cli
