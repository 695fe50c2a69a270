// The catalogue for people: a list, one rule in full, the page docs/rules.md.
#pragma once

#include <string>
#include <vector>

#include "harness/report/style.h"
#include "harness/rules/catalogue/rule.h"

namespace gcrucible::report {

std::string rule_list(const std::vector<const rules::Rule*>& rules, const Style& style);
// Where the commands in a rule's text, which are there to be copied, find what they need.
struct Installation {
  std::string program = "gcrucible";
  std::string libraries;  // folder of the profilers that come with it; empty: the working folder
  std::string sources;    // folder that fixtures/scenarios is in; likewise
};
std::string rule_text(const rules::Rule& rule, const Style& style, const Installation& here = {});
std::string rules_page(const std::vector<const rules::Rule*>& rules);

}  // namespace gcrucible::report
