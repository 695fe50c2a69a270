// Phrases about one rule that `gcrucible explain` and the pages of docs/rules share.
#pragma once

#include <string>
#include <vector>

#include "harness/rules/catalogue/rule.h"

namespace gcrucible::report {

std::string needs_text(const rules::Rule& rule);
// "only for net10", "not for net10: why", "less strict for net10: how".
std::vector<std::string> runtime_notes(const rules::Rule& rule);
std::string breaker_text(const rules::Rule& rule);
// The source's wording of the rule, if weaker than a demand; otherwise empty.
std::string kind_text(const rules::Rule& rule);
std::string coverage_text(const rules::Rule& rule);
std::string scenario_path(std::string_view name);
// Why `explain` names no scenario that keeps a checked rule; empty if it names one.
std::string no_scenario(const rules::Rule& rule);

}  // namespace gcrucible::report
