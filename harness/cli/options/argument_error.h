// Messages for a wrong command line: the mistake, the allowed values, the remedy.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace gcrucible::cli {

// A complete message, without CLI11's text, for an error that parsing threw. Not for requests for help.
std::string argument_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace gcrucible::cli
