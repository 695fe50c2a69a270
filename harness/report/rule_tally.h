// Counts how many rules of a list are checked, and lists those that no scenario violates or keeps.
#pragma once

#include <string>
#include <vector>

#include "harness/report/style.h"
#include "harness/rules/catalogue/rule.h"

namespace gcrucible::report {

// "201 runtime rules: 82 checked (40.8 %), 114 not yet, 5 not checkable"; empty if there are none.
std::string tally_text(const std::vector<const rules::Rule*>& rules, rules::Breaker breaker);
// The ids of the rules with this reason, in lines; empty if there are none.
std::string ids_with(const std::vector<const rules::Rule*>& rules, const char* what,
                     std::string_view rules::Rule::*reason, const Style& style);

}  // namespace gcrucible::report
