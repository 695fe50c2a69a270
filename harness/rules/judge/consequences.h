// Finds rules that are violated only because another rule is violated: one cause, one finding.
#pragma once

#include <string_view>
#include <vector>

#include "harness/rules/judge/finding.h"

namespace gcrucible::rules {

// Fills Verdict::follows for the verdicts of one trace. A rule whose violations may all follow from a rule
// nearer to the cause is not a finding of its own. The rule nearest to the cause follows from no rule.
void find_consequences(std::vector<Verdict>& verdicts);
// Whether the rule is about Moved or SurvivingReferences and their newer versions.
bool is_about_ranges(const Rule& rule);
// Globs of all rules in the chains of consequences.
std::vector<std::string_view> chained_rules();

}  // namespace gcrucible::rules
