// How many files a folder may hold.
#pragma once

#include <string>
#include <vector>

#include "tests/tidy/style.h"

namespace gcrucible::tidy {

// A problem for each folder that directly holds more files than a reader can survey. `paths` are from the
// root.
std::vector<Problem> check_folders(const std::vector<std::string>& paths);

}  // namespace gcrucible::tidy
