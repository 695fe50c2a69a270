// Writes a file completely or not at all.
#pragma once

#include <string>

#include "harness/expected.h"

namespace gcrucible::cli {

// Writes to a temporary name in the same folder, then replaces the file. The error names the file.
Expected<void> write_whole_file(const std::string& path, const std::string& text);

// Checks the same in advance by creating and removing the temporary file.
Expected<void> check_writable(const std::string& path);

}  // namespace gcrucible::cli
