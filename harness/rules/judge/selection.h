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

}  // namespace gcrucible::rules
