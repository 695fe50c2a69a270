// `gcrucible rules` and `gcrucible explain`.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/text/terminal.h"
#include "harness/report/style.h"

namespace gcrucible::cli {

// Print rules that match any of the globs, in catalogue order, each once; all rules if there are no globs. A
// glob without a match is refused before any output. `markdown`: the folder
// to which their pages are written instead; empty: none.
int rules_command(const std::vector<std::string>& globs, const std::string& markdown, ColorChoice color);

// The options of the command line, which only the program itself knows.
struct ExplainedOptions {
  std::vector<std::string> names;                                                         // with their dashes
  std::function<std::string(std::string_view name, const report::Style& style)> text_of;  // empty: unknown
};

int explain_command(const std::vector<std::string>& words, const ExplainedOptions& options,
                    ColorChoice color);

}  // namespace gcrucible::cli
