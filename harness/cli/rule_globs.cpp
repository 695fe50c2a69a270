#include "harness/cli/rule_globs.h"

#include <fmt/format.h>

#include "harness/rules/rule.h"

namespace gcrucible::cli {

std::string unknown_glob(const std::string& glob) {
  if (!rules::select(glob).empty()) return {};
  std::string names;
  for (const std::string_view name : rules::nearest(glob))
    names += (names.empty() ? "" : ", ") + std::string(name);
  return fmt::format("no rule matches '{}'; nearest: {} (gcrucible rules lists all)", glob, names);
}

}  // namespace gcrucible::cli
