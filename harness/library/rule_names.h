// Ids of rules, as scenarios and settings name them.
#pragma once

#include "harness/rules/judge/selection.h"
#include "harness/scenario/scenario.h"

namespace gcrucible {

scenario::RuleNames rule_names();
// Throws Error for a glob that matches no rule.
rules::Selection selection_of(std::vector<std::string> only, std::vector<std::string> skip);

}  // namespace gcrucible
