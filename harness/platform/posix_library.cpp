#include <dlfcn.h>
#include <link.h>

#include <string_view>

#include "harness/platform/library.h"
#include "harness/platform/posix_kept_library.h"

namespace gcrucible::platform {

Library::Loaded Library::load(const std::string& path) {
  // Without a slash the name would be searched for in the system's folders.
  const std::string name = path.find('/') == std::string::npos ? "./" + path : path;
  void* const handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) return {Library(handle), {}};
  const char* const error = dlerror();
  return {std::nullopt, error == nullptr ? "dlopen failed" : error};
}

std::string Library::unload() {
  link_map* map = nullptr;
  const std::string path = dlinfo(handle_, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr
                               ? std::string(map->l_name)
                               : std::string();
  dlclose(handle_);
  void* const still = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (still == nullptr) return {};
  std::string why = why_kept(still);
  dlclose(still);
  return why;
}

void* Library::symbol(const char* name) const {
  return dlsym(handle_, name);
}

namespace {

struct Wanted {
  std::string_view file;
  bool found = false;
};

int look_at(dl_phdr_info* info, std::size_t, void* data) {
  auto& wanted = *static_cast<Wanted*>(data);
  std::string_view path(info->dlpi_name == nullptr ? "" : info->dlpi_name);
  path.remove_prefix(path.rfind('/') + 1);
  wanted.found = path.starts_with(wanted.file);
  return wanted.found ? 1 : 0;
}

}  // namespace

bool is_library_loaded(const char* name) {
  const std::string file = "lib" + std::string(name) + ".so";
  Wanted wanted{.file = file};
  dl_iterate_phdr(look_at, &wanted);
  return wanted.found;
}

}  // namespace gcrucible::platform
