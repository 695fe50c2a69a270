// The scenarios that come with gcrucible.
#pragma once

#include <string>
#include <vector>

#include "harness/expected.h"
#include "harness/verdict/input_files.h"

namespace gcrucible::cli {

// The scenarios that match one of the globs, in the order of their paths. A glob matches a path below the
// folder of scenarios without .yaml, a folder, or a file's name without .yaml. An empty glob matches all.
// Fails if a glob matches none, or if the folder cannot be found.
Expected<std::vector<verdict::InputFile>> builtin_scenarios(const std::vector<std::string>& globs);

}  // namespace gcrucible::cli
