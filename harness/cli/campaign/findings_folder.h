// The folder in which findings are kept.
#pragma once

#include <string>
#include <vector>

namespace gcrucible::cli {

// Why the folder can be neither read nor written, and what to do; empty if it can. A missing folder is
// created for the test and removed again.
std::string why_no_folder(const std::string& folder);

// Moves `file` into `folder` without replacing other files. Creates the folder. Returns an error message;
// empty on success.
std::string move_into(const std::string& file, const std::string& folder);

// The scenarios directly in the folder, in order; none if the folder does not exist.
std::vector<std::string> known_files(const std::string& folder);

}  // namespace gcrucible::cli
