// Completions for shells, made from the command line's own options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gcrucible::cli {

std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace gcrucible::cli
