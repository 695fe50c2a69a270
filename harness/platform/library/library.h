// A shared library loaded into this process.
#pragma once

#include <optional>
#include <string>

namespace gcrucible::platform {

// Stays loaded until the process ends unless it is unloaded: a profiler's threads, its exit handlers and its
// thread-local destructors may run after it was told to shut down, and unloading code under them crashes. Any
// thread.
class Library {
 public:
  struct Loaded;
  // All symbols are resolved now, so that a missing one is an error here and not a crash in a callback; the
  // library's own symbols stay invisible to others, as when the CLR loads it.
  static Loaded load(const std::string& path);

  // Null if the library exports no such name.
  void* symbol(const char* name) const;
  // Its code may be gone afterwards, whoever runs in it. Empty; or why it stays all the same, in a clause.
  std::string unload();

 private:
  explicit Library(void* handle) : handle_(handle) {}
  void* handle_;
};

struct Library::Loaded {
  std::optional<Library> library;
  std::string error;  // the system's words
};

// Whether the process has one of that name, without what the system puts before and behind it: "coreclr" is
// libcoreclr.so or coreclr.dll, of whatever version.
bool is_library_loaded(const char* name);

}  // namespace gcrucible::platform
