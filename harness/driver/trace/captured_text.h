// The output of a process, shortened for people.
#pragma once

#include <cstddef>
#include <string>

namespace gcrucible::driver {

inline constexpr std::size_t kMostCapturedBytes = 64 * 1024;

// Returns the file's text. For a longer text, returns its beginning and its end, with a line between them
// that states how much is left out. Empty if the file cannot be read.
std::string captured_text(const std::string& path, std::size_t most = kMostCapturedBytes);

}  // namespace gcrucible::driver
