// Which rules a user wants judged.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::rules {

// What to judge, and as what. Empty `only` means all rules; `skip` is applied after it. Globs as in rule.h.
struct Selection {
  std::vector<std::string> only = {};
  std::vector<std::string> skip = {};
  // Whose rules; empty: those of the runtime that the trace names.
  std::string runtime = {};
  // Of one rule; the first few tell the story.
  std::size_t most_findings = 16;
  // Whether a verdict says why it cannot be given. Nobody who judges thousands of traces reads that.
  bool reasons = true;
  bool has(std::string_view id) const;
};

}  // namespace gcrucible::rules
