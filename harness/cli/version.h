// The version of this program; the number itself stands in the top CMakeLists.txt only.
#pragma once

namespace gcrucible::cli {

inline constexpr const char* kVersion = GCRUCIBLE_VERSION;

}  // namespace gcrucible::cli
