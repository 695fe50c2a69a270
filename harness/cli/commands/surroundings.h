// What a run needs around it: folders to write to, a runtime, an environment that is not half set.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/options/run_options.h"

namespace gcrucible::cli {

// Looked at before anything runs, so that no run is lost to a folder that is missing. What is wrong and what
// to do, without a line break at the end; empty if all is there.
std::string check_surroundings(const RunOptions& options);

// The same of the folder that `file`, the value of `option`, is to be made in.
std::string missing_folder(const char* option, const std::string& file);

// What is wrong with the first of --env's values that is no NAME=VALUE.
std::string no_variable(const std::vector<std::string>& environment);

// Messages of files end with line breaks; what stands in a sentence does not.
std::string without_line_break(std::string text);

}  // namespace gcrucible::cli
