// A file that a trace is to be written to, and what it holds afterwards.
#pragma once

#include <string>

namespace gcrucible::cli {

// "'notes.txt' is no trace of gcrucible's"; empty where nothing would be lost: there is no such file, it is
// empty, or it is a trace.
std::string would_lose(const std::string& path);

// "3 collections, 120 callbacks, 514 lines"; empty where the file cannot be read.
std::string sum_of(const std::string& path);

}  // namespace gcrucible::cli
