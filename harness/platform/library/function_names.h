// Names of the functions in a library's file, also of those that it does not export.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gcrucible::platform {

// For each address of the file, the symbols of the functions that begin there. Reads the symbols of the
// library, or of the file for debuggers next to it that belongs to the same build. Nothing where there are no
// symbols, or the file is no 64-bit ELF file. Any file may be given, also a damaged one.
std::vector<std::vector<std::string>> function_names(const std::string& path,
                                                     std::span<const std::uint64_t> addresses);

// The function that contains an address, by its symbol, and the distance from its beginning.
struct FunctionPlace {
  std::string symbol;
  std::uint64_t offset = 0;
};

// The same for addresses inside functions. Nothing where no function of known size contains the address.
std::vector<std::optional<FunctionPlace>> functions_at(const std::string& path,
                                                       std::span<const std::uint64_t> addresses);

// The symbols of all functions of a library's file: those that it exports, or all others that it names. The
// same files are accepted.
enum class Exported : bool { kNo, kYes };
std::vector<std::string> functions_of(const std::string& path, Exported exported);

}  // namespace gcrucible::platform
