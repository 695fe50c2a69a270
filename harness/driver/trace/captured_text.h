// What a process printed, cut to what a person may want to see.
#pragma once

#include <cstddef>
#include <string>

namespace gcrucible::driver {

inline constexpr std::size_t kMostCapturedBytes = 64 * 1024;

// The file's text; of a longer one its beginning and its end, with a line between them that says how much is
// left out. Empty if it cannot be read.
std::string captured_text(const std::string& path, std::size_t most = kMostCapturedBytes);

}  // namespace gcrucible::driver
