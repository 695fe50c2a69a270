// What a trace's first line calls its runtime, beside those that rules are stated for.
#pragma once

#include <string>

namespace gcrucible::cli {

bool known_runtime(const std::string& runtime);

// Why rules of one runtime alone do not judge a trace of `runtime`, as a sentence without its end; empty if
// gcrucible knows it.
std::string unknown_runtime(const std::string& runtime);

}  // namespace gcrucible::cli
