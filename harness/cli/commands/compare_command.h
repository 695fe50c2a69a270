// `gcrucible compare`.
#pragma once

#include <string>

namespace gcrucible::cli {

// Exit status: 0 if both traces give the scenario's objects the same story, 1 if not, 2 for bad input.
int compare_command(const std::string& a, const std::string& b, bool quiet);

}  // namespace gcrucible::cli
