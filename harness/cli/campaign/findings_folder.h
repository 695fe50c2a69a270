// The folder in which findings are kept.
#pragma once

#include <string>
#include <vector>

#include "harness/expected.h"

namespace gcrucible::cli {

// Whether the folder can be read and written. The error says what to do. A missing folder is created for the
// test and removed again.
Expected<void> check_folder(const std::string& folder);

// Moves `file` into `folder` without replacing other files. Creates the folder.
Expected<void> move_into(const std::string& file, const std::string& folder);

// The scenarios directly in the folder, in order; none if the folder does not exist.
std::vector<std::string> known_files(const std::string& folder);

}  // namespace gcrucible::cli
