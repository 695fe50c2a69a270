#include <windows.h>

#include <bit>

#include "harness/platform/library/library.h"
#include "harness/platform/windows_error.h"

namespace gcrucible::platform {

Expected<Library> Library::load(const std::string& path) {
  HMODULE const handle = LoadLibraryExW(widen(path).c_str(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH);
  if (handle != nullptr) return Library(handle);
  return failure(last_error_text());
}

Expected<void> Library::unload() {
  FreeLibrary(static_cast<HMODULE>(handle_));
  return {};
}

void* Library::symbol(const char* name) const {
  return std::bit_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), name));
}

Module module_of(std::uint64_t) {
  return {};
}

bool is_library_loaded(const char* name) {
  return GetModuleHandleW(widen(std::string(name) + ".dll").c_str()) != nullptr;
}

}  // namespace gcrucible::platform
