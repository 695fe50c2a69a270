// `gcrucible compare`.
#pragma once

#include <string>

namespace gcrucible::cli {

// 0 where both traces tell the same story of the scenario's objects, 1 where they do not, 2 for bad input.
int compare_command(const std::string& a, const std::string& b, bool quiet);

}  // namespace gcrucible::cli
