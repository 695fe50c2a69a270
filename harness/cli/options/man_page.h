// Man pages, made from the command line's own options, so that they cannot differ from --help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gcrucible::cli {

// The page gcrucible(1). `version` is "0.1.0".
std::string man_page(const CLI::App& app, const std::string& version);
// The page gcrucible-COMMAND(1).
std::string man_page_of(const CLI::App& command, const std::string& version);

}  // namespace gcrucible::cli
