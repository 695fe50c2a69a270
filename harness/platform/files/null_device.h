// Where the system throws away what is written, and where nothing is to be read.
#pragma once

namespace gcrucible::platform {

#ifdef _WIN32
inline constexpr const char* kNullDevice = "NUL";
#else
inline constexpr const char* kNullDevice = "/dev/null";
#endif

}  // namespace gcrucible::platform
