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

}  // namespace gcrucible::rules
