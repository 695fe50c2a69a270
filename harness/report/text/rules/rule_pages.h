// The pages of docs/rules: an index, a page for each part of the catalogue, and one about the coverage.
#pragma once

#include <string>
#include <vector>

#include "harness/rules/catalogue/rule.h"

namespace gcrucible::report {

struct RulePage {
  std::string file;  // "README.md"
  std::string text;
};

// `rules` in the order of the catalogue.
std::vector<RulePage> rule_pages(const std::vector<const rules::Rule*>& rules);

}  // namespace gcrucible::report
