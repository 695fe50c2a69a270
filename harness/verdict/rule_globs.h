// Checks globs over ids of rules, as users type them.
#pragma once

#include <string>

#include "harness/expected.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::verdict {

// The rule, or the glob of a family, that a glob without a rule probably means; empty if none is near.
std::string nearest_glob(const std::string& glob);
// Whether check_glob() can name rules that the user may mean.
bool resembles_rule(const std::string& glob);

// Fails if the glob matches no rule. The error has the nearest name if there is one.
Expected<void> check_glob(const std::string& glob);
// The same for the first glob of the selection that matches no rule.
Expected<void> check_globs(const rules::Selection& selection);

}  // namespace gcrucible::verdict
