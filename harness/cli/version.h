// The version of this program. The number is defined in the top CMakeLists.txt.
#pragma once

#include <string>

namespace gcrucible::cli {

inline constexpr const char* kVersion = GCRUCIBLE_VERSION;

// What --version prints: version, commit and build.
std::string version_text();

}  // namespace gcrucible::cli
