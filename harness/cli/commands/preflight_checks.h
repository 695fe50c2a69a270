// Checks of what a run needs: output folders, a runtime, a complete environment.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/options/run_options.h"
#include "harness/expected.h"

namespace gcrucible::cli {

// Checked before anything runs, so that no run fails later because of a missing folder. The error is
// the problem and the remedy, without a line break at the end.
Expected<void> check_preflight(const RunOptions& options);

// The same for the folder of `file`, the value of `option`.
Expected<void> check_folder_of(const char* option, const std::string& file);

// Fails at the first --env value that is not NAME=VALUE.
Expected<void> check_variables(const std::vector<std::string>& environment);

// Removes trailing line breaks, so that a message of a file fits into a sentence.
std::string without_line_break(std::string text);

}  // namespace gcrucible::cli
