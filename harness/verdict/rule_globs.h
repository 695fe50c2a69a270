// Selectors of rules as users type them.
#pragma once

#include <string>

#include "harness/rules/judge/selection.h"

namespace gcrucible::verdict {

// Empty if some rule matches; otherwise what is wrong, with the nearest name if one is near.
std::string unknown_glob(const std::string& glob);
// The same of the first in a selection that matches none.
std::string unknown_glob(const rules::Selection& selection);

}  // namespace gcrucible::verdict
