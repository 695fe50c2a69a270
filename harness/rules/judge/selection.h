// The rules that a user wants to be judged.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::rules {

// The rules to judge, and the runtime to apply. Empty `only` means all rules; `skip` is applied after
// `only`. Globs as in rule.h.
struct Selection {
  std::vector<std::string> only = {};
  std::vector<std::string> skip = {};
  // Judge by the rules of this runtime. Default: the runtime that the trace names.
  std::string runtime = {};
  // Maximum number of findings per rule; the first few are enough.
  std::size_t most_findings = 16;
  // Whether a verdict states why it cannot be given. Users who judge thousands of traces do not need the
  // reasons.
  bool reasons = true;
  bool has(std::string_view id) const;
};

}  // namespace gcrucible::rules
