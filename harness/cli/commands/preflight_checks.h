// Checks of what a run needs: output folders, a runtime, a complete environment.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/options/run_options.h"

namespace gcrucible::cli {

// Checked before anything runs, so that no run fails later because of a missing folder. Returns the problem
// and the remedy, without a line break at the end; empty if everything exists.
std::string check_preflight(const RunOptions& options);

// The same for the folder of `file`, the value of `option`.
std::string missing_folder(const char* option, const std::string& file);

// The problem of the first --env value that is not NAME=VALUE.
std::string no_variable(const std::vector<std::string>& environment);

// Removes trailing line breaks, so that a message of a file fits into a sentence.
std::string without_line_break(std::string text);

}  // namespace gcrucible::cli
