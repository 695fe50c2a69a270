// Messages for a wrong command line: the mistake, the allowed values, the remedy.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace gcrucible::cli {

// A complete message, without CLI11's text, for an error that parsing threw. Not for requests for help.
std::string argument_error(const CLI::App& app, const CLI::ParseError& error);

// A complete message if an option of the command has no value, and another option of it follows; empty
// otherwise. CLI11 would take the other option as the value. `words` are the command and its arguments.
std::string missing_value(const CLI::App& command, const std::vector<std::string>& words);

}  // namespace gcrucible::cli
