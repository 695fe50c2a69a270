// How many of a list of rules are checked, and which no scenario of ours breaks or keeps.
#pragma once

#include <string>
#include <vector>

#include "harness/report/style.h"
#include "harness/rules/catalogue/rule.h"

namespace gcrucible::report {

// "201 runtime rules: 82 checked (40.8 %), 114 not yet, 5 not checkable"; empty where there are none.
std::string tally_text(const std::vector<const rules::Rule*>& rules, rules::Breaker breaker);
// The ids of those that give this reason, in lines; empty where none does.
std::string ids_with(const std::vector<const rules::Rule*>& rules, const char* what,
                     std::string_view rules::Rule::*reason, const Style& style);

}  // namespace gcrucible::report
