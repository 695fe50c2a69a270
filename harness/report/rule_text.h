// The catalogue for people: a list, one rule in full, the page docs/rules.md.
#pragma once

#include <string>
#include <vector>

#include "harness/report/style.h"
#include "harness/rules/rule.h"

namespace gcrucible::report {

std::string rule_list(const std::vector<const rules::Rule*>& rules, const Style& style);
std::string rule_text(const rules::Rule& rule, const Style& style);
std::string rules_page(const std::vector<const rules::Rule*>& rules);

}  // namespace gcrucible::report
