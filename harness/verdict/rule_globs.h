// Checks globs over ids of rules, as users type them.
#pragma once

#include <string>

#include "harness/rules/judge/selection.h"

namespace gcrucible::verdict {

// The rule, or the glob of a family, that a glob without a rule probably means; empty if none is near.
std::string nearest_glob(const std::string& glob);

// Empty if the glob matches a rule. Otherwise an error message, with the nearest name if there is one.
std::string unknown_glob(const std::string& glob);
// The same for the first glob of the selection that matches no rule.
std::string unknown_glob(const rules::Selection& selection);

}  // namespace gcrucible::verdict
