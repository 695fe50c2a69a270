// The catalogue as text: a list, and one rule in full.
#pragma once

#include <string>
#include <vector>

#include "harness/report/style.h"
#include "harness/rules/catalogue/rule.h"

namespace gcrucible::report {

std::string rule_list(const std::vector<const rules::Rule*>& rules, const Style& style);
// Paths for the commands in a rule's text, so that users can copy the commands.
struct Installation {
  std::string program = "gcrucible";
  std::string libraries;  // folder of the supplied profilers; empty: current folder
  std::string sources;    // folder that contains fixtures/scenarios; empty: current folder
  // Of the supplied profiler without mistakes. The library "faulty" makes none either, if no fault is named.
  std::string tracker = "lifetime";
};
std::string rule_text(const rules::Rule& rule, const Style& style, const Installation& here = {});

}  // namespace gcrucible::report
