#include "harness/platform/files/executable_path.h"

#include <filesystem>
#include <string_view>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace gcrucible::platform {

namespace fs = std::filesystem;

std::string executable_path() {
#ifdef _WIN32
  std::wstring path(32768, L'\0');
  path.resize(GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return fs::path(path).string();
#else
  std::error_code error;
  std::string path = fs::read_symlink("/proc/self/exe", error).string();
  if (error) return {};
  // Linux appends this text if the program's file was replaced while the program ran. The replacement has the
  // same path.
  constexpr std::string_view kReplaced = " (deleted)";
  if (path.ends_with(kReplaced) && !fs::exists(path, error)) path.resize(path.size() - kReplaced.size());
  return path;
#endif
}

std::string beside_executable(const std::string& name) {
  return (fs::path(executable_path()).parent_path() / name).string();
}

std::string module_path(const void* code) {
#ifdef _WIN32
  HMODULE module = nullptr;
  GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                     static_cast<LPCWSTR>(code), &module);
  std::wstring path(32768, L'\0');
  path.resize(GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size())));
  return fs::path(path).string();
#else
  Dl_info info{};
  if (dladdr(code, &info) == 0 || info.dli_fname == nullptr) return {};
  return absolute_path(info.dli_fname);
#endif
}

std::string absolute_path(const std::string& path) {
  if (path.empty()) return {};
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  return error ? path : whole.lexically_normal().string();
}

}  // namespace gcrucible::platform
