// Names of the functions in a library's file, also of those that it does not export.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gcrucible::platform {

// For each address of the file, the symbols of the functions that begin there. Reads the symbols of the
// library, or of the file for debuggers next to it that belongs to the same build. Nothing where there are no
// symbols, or the file is no 64-bit ELF file. Any file may be given, also a damaged one.
std::vector<std::vector<std::string>> function_names(const std::string& path,
                                                     std::span<const std::uint64_t> addresses);

}  // namespace gcrucible::platform
