// Checks of a profiler before anything is started.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gcrucible::driver {

struct ProfilerLibrary {
  std::string path;  // absolute
  std::string sha256;
  std::uint64_t bytes = 0;
};

struct CheckedLibrary {
  std::optional<ProfilerLibrary> library;
  std::string error;  // names the file, the problem and the remedy
};

// Checks that `path` is a readable library for this machine. Does not load it, because that may run its code.
// The host finds out whether it exports DllGetClassObject.
CheckedLibrary check_profiler_library(const std::string& path);

struct CheckedClsid {
  std::string clsid;  // in capitals and braces, as .NET wants it; empty after an error
  std::string error;
};

// Accepts the text with or without braces, in either case.
CheckedClsid check_clsid(const std::string& text);

}  // namespace gcrucible::driver
