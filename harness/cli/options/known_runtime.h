// Whether gcrucible knows the runtime that a trace's header names.
#pragma once

#include <string>

namespace gcrucible::cli {

// "documented, net10, netfx1.1", for the help of an option.
std::string known_runtimes();

bool known_runtime(const std::string& runtime);

// Why rules of one runtime do not judge a trace of `runtime`, as a sentence without its full stop; empty if
// gcrucible knows the runtime.
std::string unknown_runtime(const std::string& runtime);

}  // namespace gcrucible::cli
