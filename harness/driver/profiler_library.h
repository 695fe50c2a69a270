// Checks of a profiler before anything is started.
#pragma once

#include <cstdint>
#include <string>

#include "harness/expected.h"

namespace gcrucible::driver {

struct ProfilerLibrary {
  std::string path;  // absolute
  std::string sha256;
  std::uint64_t bytes = 0;
};

// Checks that `path` is a readable library for this machine. Does not load it, because that may run its code.
// The host finds out whether it exports DllGetClassObject. The error names the file, the problem and the
// remedy.
Expected<ProfilerLibrary> check_profiler_library(const std::string& path);

// Accepts the text with or without braces, in either case. Returns it in capitals and braces, as .NET wants
// it.
Expected<std::string> check_clsid(const std::string& text);

}  // namespace gcrucible::driver
