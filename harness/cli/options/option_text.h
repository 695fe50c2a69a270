// What `gcrucible explain` says of an option of the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/style.h"

namespace gcrucible::cli {

// Of "--timeout" or "-j": its commands, and the help that each has for it. Empty if no command has it.
std::string option_text(const CLI::App& app, std::string_view name, const report::Style& style);

// The names of all options, with their dashes, each once.
std::vector<std::string> option_names(const CLI::App& app);

// The words of `gcrucible explain`, without the program, so that options to be explained are not parsed as
// options of `explain` itself: they follow "--".
std::vector<std::string> with_options_explained(const CLI::App& explain,
                                                const std::vector<std::string>& words);

}  // namespace gcrucible::cli
