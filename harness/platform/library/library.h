// A shared library loaded into this process.
#pragma once

#include <cstdint>
#include <string>

#include "harness/expected.h"

namespace gcrucible::platform {

// The library stays loaded until the process ends, unless unload() is called. A profiler's threads, exit
// handlers and thread-local destructors may run after Shutdown, and would crash in unloaded code. Any thread.
class Library {
 public:
  // Resolves all symbols now, so that a missing symbol is an error here and not a crash in a callback. The
  // library's own symbols stay invisible to other libraries, as when the CLR loads it. The error is the
  // system's message.
  static Expected<Library> load(const std::string& path);

  // Null if the library exports no such name.
  void* symbol(const char* name) const;
  // The code may be gone after the call, even if a thread still runs in it. The error is a clause that
  // states why the library stays loaded.
  Expected<void> unload();

 private:
  explicit Library(void* handle) : handle_(handle) {}
  void* handle_;
};

// Whether the process has loaded a library of that name. The name has no prefix and no suffix: "coreclr" is
// libcoreclr.so or coreclr.dll, in any version.
bool is_library_loaded(const char* name);

// A library or the program itself, as it is loaded.
struct Module {
  std::string path;        // empty if it is unknown
  std::uint64_t base = 0;  // an address minus its address in the file
  std::uint64_t end = 0;   // the first address behind it
};

// The module that has this address. Unknown on Windows.
Module module_of(std::uint64_t address);

}  // namespace gcrucible::platform
