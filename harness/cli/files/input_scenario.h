// Reads a scenario that the command line names.
#pragma once

#include <string>

#include "harness/cli/files/standard_input.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::cli {

// As scenario::load(). "-" is standard input.
inline Expected<scenario::Scenario> load_scenario(const std::string& file, const scenario::RuleNames& rules,
                                                  std::size_t width,
                                                  const program::RuntimeProfile* played_by = nullptr) {
  if (file != kStandardInput) return scenario::load(file, rules, width, played_by);
  const Expected<std::string>& text = standard_input();
  if (text) return scenario::parse(*text, kStandardInputName, rules, width, played_by);
  return failure(std::string(kStandardInputName) + ": error: " + text.error() + "\n");
}

}  // namespace gcrucible::cli
