// The device that discards all output and has no input.
#pragma once

namespace gcrucible::platform {

#ifdef _WIN32
inline constexpr const char* kNullDevice = "NUL";
#else
inline constexpr const char* kNullDevice = "/dev/null";
#endif

}  // namespace gcrucible::platform
