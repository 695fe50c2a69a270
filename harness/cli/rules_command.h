// `gcrucible rules` and `gcrucible explain`.
#pragma once

#include <string>

#include "harness/cli/terminal.h"

namespace gcrucible::cli {

// Lists the rules that match `glob`; as the page docs/rules.md if `markdown`.
int rules_command(const std::string& glob, bool markdown, ColorChoice color);
int explain_command(const std::string& rule, ColorChoice color);

}  // namespace gcrucible::cli
