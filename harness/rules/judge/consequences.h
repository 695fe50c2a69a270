// Which rules are broken only because another one is: one cause, one finding.
#pragma once

#include <string_view>
#include <vector>

#include "harness/rules/judge/finding.h"

namespace gcrucible::rules {

// Fills Verdict::follows. A rule whose breaks may all follow from one that is nearer to the cause is not a
// finding of its own; the rule nearest to the cause never follows from any. Verdicts of one trace.
void find_consequences(std::vector<Verdict>& verdicts);
// Globs of all rules that it knows of.
std::vector<std::string_view> chained_rules();

}  // namespace gcrucible::rules
