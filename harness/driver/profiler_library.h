// What can be said about a profiler before anything is started.
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
  std::string error;  // names the file, says what it is and what to do
};

// Whether `path` is a readable library of this machine's kind. It is not loaded: that may run code of it.
// That it has DllGetClassObject is for the host to find out.
CheckedLibrary check_profiler_library(const std::string& path);

struct CheckedClsid {
  std::string clsid;  // in capitals and braces, as .NET wants it; empty if there is an error
  std::string error;
};

// With braces or without, in either case.
CheckedClsid check_clsid(const std::string& text);

}  // namespace gcrucible::driver
