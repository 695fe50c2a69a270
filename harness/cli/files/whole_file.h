// Writes a file completely or not at all.
#pragma once

#include <string>

namespace gcrucible::cli {

// Writes to a temporary name in the same folder, then replaces the file. Returns an error message that names
// the file; empty on success.
std::string write_whole_file(const std::string& path, const std::string& text);

// Checks the same in advance by creating and removing the temporary file.
std::string why_not_writable(const std::string& path);

}  // namespace gcrucible::cli
