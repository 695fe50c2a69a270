// What a wrong command line is told: what is wrong, what is allowed, what to do.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace gcrucible::cli {

// A whole message, without CLI11's own words, for an error that parsing threw. Calls for help are none.
std::string argument_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace gcrucible::cli
