// The texts of --help.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::cli {

// Lines of --help fit this width. Call before commands are added.
void set_help_width(CLI::App& app, std::size_t width);

// Puts examples before the footer of each command. Call after all commands have their footers.
void add_examples(CLI::App& app);

// The examples of a command, one a line; empty for an unknown command.
std::vector<std::string_view> examples_of(std::string_view command);

// The words of a command line, with the options that stand before the command put after it. Only options that
// most commands have: -q, -v, --color.
std::vector<std::string> with_command_first(std::vector<std::string> words);

}  // namespace gcrucible::cli
