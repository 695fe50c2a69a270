// How a command ends whose input is wrong.
#pragma once

#include <string>
#include <string_view>

namespace gcrucible::cli {

inline constexpr int kBadArguments = 2;

// Prints "gcrucible COMMAND: PROBLEM" to the error output. Returns kBadArguments.
int refuse(std::string_view command, const std::string& problem);

// The same, and names the command's help.
int refuse_with_help(std::string_view command, const std::string& problem);

}  // namespace gcrucible::cli
