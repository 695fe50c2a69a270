// The version of this program. The number is defined in the top CMakeLists.txt.
#pragma once

namespace gcrucible::cli {

inline constexpr const char* kVersion = GCRUCIBLE_VERSION;

}  // namespace gcrucible::cli
