// `gcrucible rules` and `gcrucible explain`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/text/terminal.h"

namespace gcrucible::cli {

// Print rules that match any of the globs, in catalogue order, each once; all rules if there are no globs. A
// glob without a match is refused before any output. `markdown`: the folder
// to which their pages are written instead; empty: none.
int rules_command(const std::vector<std::string>& globs, const std::string& markdown, ColorChoice color);
int explain_command(const std::vector<std::string>& globs, ColorChoice color);

}  // namespace gcrucible::cli
