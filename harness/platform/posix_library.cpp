#include <dlfcn.h>

#include "harness/platform/library.h"

namespace gcrucible::platform {

Library::Loaded Library::load(const std::string& path) {
  // Without a slash the name would be searched for in the system's folders.
  const std::string name = path.find('/') == std::string::npos ? "./" + path : path;
  void* const handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) return {Library(handle), {}};
  const char* const error = dlerror();
  return {std::nullopt, error == nullptr ? "dlopen failed" : error};
}

void Library::unload() {
  dlclose(handle_);
}

void* Library::symbol(const char* name) const {
  return dlsym(handle_, name);
}

}  // namespace gcrucible::platform
