#include "harness/cli/campaign/oracles.h"

#include <algorithm>

#include "harness/rules/catalogue/rule.h"
#include "harness/scenario/expect/observation.h"

namespace gcrucible::cli {

bool judges_nothing(const rules::Selection& selection) {
  return std::ranges::none_of(rules::catalogue(),
                              [&](const rules::Rule& rule) { return selection.has(rule.id); });
}

std::string oracles_text(const campaign::Plan& plan, const campaign::Calibration& calibration,
                         Probing probing, const std::string& misnamed) {
  const campaign::Subject& subject = plan.subject;
  std::string on = judges_nothing(subject.selection) ? "crashes and hangs" : "rules";
  if (probing == Probing::kJudged || probing == Probing::kClaimsNothing) on += ", probe";
  if (subject.observation || !calibration.compared.empty()) on += ", another presentation";
  std::string text = on;
  if (subject.observation) {
    text += "\nEach case is compared with another presentation of its program, by " +
            scenario::text_of(*subject.observation) + ".";
  } else if (subject.in_process) {
    text += "\nNo case is compared with another presentation of its program, because of --in-process.";
  } else if (!calibration.text.empty()) {
    text += "\n" + calibration.text;
  }
  if (probing == Probing::kUnknown) {
    text +=
        "\nIt is not known whether the profiler has a probe: it died or hung before gcrucible "
        "asked.";
  } else if (probing == Probing::kClaimsNothing) {
    text +=
        "\nThe probe claims no complete set of objects (`knows`), so an object that is missing from its "
        "table is not found. If the table is complete, set GCRUCIBLE_KNOWS_ALLOCATED (docs/howto/probe.md).";
  } else if (probing == Probing::kNone) {
    text +=
        "\nNo probe: without one, a table that keeps dead objects, includes the end of a range or applies "
        "the last callback only may pass. To turn it on, see docs/howto/probe.md.";
    if (!misnamed.empty()) text += "\n" + misnamed;
  }
  return text;
}

}  // namespace gcrucible::cli
