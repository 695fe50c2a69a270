// Selectors of rules as users type them.
#pragma once

#include <string>

namespace gcrucible::cli {

// Empty if some rule matches; otherwise what is wrong, with the nearest name if one is near.
std::string unknown_glob(const std::string& glob);

}  // namespace gcrucible::cli
