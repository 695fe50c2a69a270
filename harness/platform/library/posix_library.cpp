#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "harness/platform/crash/posix_unloaded_code.h"
#include "harness/platform/library/library.h"
#include "harness/platform/library/posix_kept_library.h"

namespace gcrucible::platform {

Expected<Library> Library::load(const std::string& path) {
  // dlopen() searches the system's folders for a name without a slash.
  const std::string name = path.find('/') == std::string::npos ? "./" + path : path;
  void* const handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) return Library(handle);
  const char* const error = dlerror();
  return failure(error == nullptr ? "dlopen failed" : error);
}

namespace {

struct Range {
  char path[512] = {};
  std::uint64_t base = 0;
  std::uint64_t end = 0;
};

// Globals, because a signal handler cannot receive its data in any other way. A profiler is attached a few
// times at most.
constexpr std::size_t kMostUnloaded = 8;
std::array<Range, kMostUnloaded> unloaded;
std::atomic<std::size_t> unloaded_count{0};

int measure(dl_phdr_info* info, std::size_t, void* data) {
  auto& range = *static_cast<Range*>(data);
  if (info->dlpi_addr != range.base) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type == PT_LOAD)
      range.end = std::max<std::uint64_t>(range.end, info->dlpi_addr + segment.p_vaddr + segment.p_memsz);
  }
  return 1;
}

}  // namespace

UnloadedCode unloaded_code_at(std::uint64_t address) {
  const std::size_t count = std::min(unloaded_count.load(std::memory_order_acquire), kMostUnloaded);
  for (std::size_t i = count; i-- > 0;) {
    if (address >= unloaded[i].base && address < unloaded[i].end)
      return {.path = unloaded[i].path, .base = unloaded[i].base};
  }
  return {};
}

Expected<void> Library::unload() {
  Range range;
  // The complete path, because the copy for the signal handler may be truncated. A library that stays loaded
  // can be found only by its path.
  std::string path;
  link_map* map = nullptr;
  if (dlinfo(handle_, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr) {
    range.base = map->l_addr;
    path = map->l_name;
    std::strncpy(range.path, map->l_name, sizeof range.path - 1);
    dl_iterate_phdr(measure, &range);
  }
  dlclose(handle_);
  void* const still = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (still != nullptr) {
    std::string why = why_kept(still);
    dlclose(still);
    return failure(std::move(why));
  }
  const std::size_t count = unloaded_count.load(std::memory_order_relaxed);
  if (range.end == 0 || count == kMostUnloaded) return {};
  unloaded[count] = range;
  unloaded_count.store(count + 1, std::memory_order_release);
  return {};
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

struct Containing {
  std::uint64_t address = 0;
  Module module;
};

int look_for(dl_phdr_info* info, std::size_t, void* data) {
  auto& containing = *static_cast<Containing*>(data);
  Module module{.path = info->dlpi_name == nullptr ? "" : info->dlpi_name, .base = info->dlpi_addr, .end = 0};
  bool found = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const std::uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    found |= containing.address >= begin && containing.address - begin < segment.p_memsz;
    module.end = std::max<std::uint64_t>(module.end, begin + segment.p_memsz);
  }
  if (!found) return 0;
  std::error_code code;
  if (module.path.empty()) module.path = std::filesystem::read_symlink("/proc/self/exe", code).string();
  containing.module = std::move(module);
  return 1;
}

}  // namespace

Module module_of(std::uint64_t address) {
  Containing containing{.address = address, .module = {}};
  dl_iterate_phdr(look_for, &containing);
  return containing.module;
}

bool is_library_loaded(const char* name) {
  const std::string file = "lib" + std::string(name) + ".so";
  Wanted wanted{.file = file};
  dl_iterate_phdr(look_at, &wanted);
  return wanted.found;
}

}  // namespace gcrucible::platform
