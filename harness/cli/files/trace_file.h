// A trace file: whether it may be overwritten, and a summary of its content.
#pragma once

#include <string>

namespace gcrucible::cli {

// "'notes.txt' is no trace of gcrucible's"; empty if overwriting loses nothing. That is, the file does not
// exist, is empty or is a trace.
std::string would_lose(const std::string& path);

// "3 collections, 120 callbacks, 514 lines"; empty if the file cannot be read.
std::string sum_of(const std::string& path);

}  // namespace gcrucible::cli
