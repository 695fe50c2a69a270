// `gcrucible rules` and `gcrucible explain`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/text/terminal.h"

namespace gcrucible::cli {

// Rules that match any of the globs, in the order of the catalogue, each once; all if there are none. A glob
// without a match is refused before anything is printed. As the page docs/rules.md if `markdown`.
int rules_command(const std::vector<std::string>& globs, bool markdown, ColorChoice color);
int explain_command(const std::vector<std::string>& globs, ColorChoice color);

}  // namespace gcrucible::cli
