// The folder in which findings are kept.
#pragma once

#include <string>
#include <vector>

#include "harness/expected.h"

namespace gcrucible::cli {

// The default of --findings.
inline constexpr const char* kUsualFindings = "gcrucible-findings";

// Whether the folder can be read and written. The error ends with `remedy`, or if it is empty, with what to
// do about a folder that was named. A missing folder is created for the test and removed again.
Expected<void> check_folder(const std::string& folder, const std::string& remedy = {});

// Moves `file` into `folder` without replacing other files. Creates the folder.
Expected<void> move_into(const std::string& file, const std::string& folder);

// The scenarios directly in the folder, in order; none if the folder does not exist.
std::vector<std::string> known_files(const std::string& folder);

}  // namespace gcrucible::cli
