// Writing a file so that it is there whole or not at all.
#pragma once

#include <string>

namespace gcrucible::cli {

// Under a temporary name beside it first; what stood there is replaced. What went wrong, naming the file;
// empty if nothing did.
std::string write_whole_file(const std::string& path, const std::string& text);

// The same about a file that is to be written later: tried with the temporary one, which is removed again.
std::string why_not_writable(const std::string& path);

}  // namespace gcrucible::cli
