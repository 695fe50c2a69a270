// The files that a package has beside the program: man pages and completions.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "harness/expected.h"

namespace gcrucible::cli {

// The build calls `gcrucible --shell-files FOLDER`. No user needs it, so --help does not list it.
inline constexpr const char* kShellFiles = "--shell-files";

// Writes them into `folder`, which is laid out like /usr/share.
Expected<void> write_shell_files(const CLI::App& app, const std::string& folder, const std::string& version);

}  // namespace gcrucible::cli
