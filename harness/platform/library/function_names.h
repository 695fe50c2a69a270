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

// The symbols of all functions of a library's file: those that it exports, or all others that it names. The
// same files are accepted.
enum class Exported : bool { kNo, kYes };
std::vector<std::string> functions_of(const std::string& path, Exported exported);

}  // namespace gcrucible::platform
