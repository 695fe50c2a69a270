#include "harness/platform/process/environment.h"

#include <algorithm>
#include <cstdlib>

#ifdef _WIN32
// The Windows headers declare _environ.
#else
extern "C" char** environ;
#endif

namespace gcrucible::platform {
namespace {

std::string_view name_of(std::string_view entry) {
  // Windows has variables whose names begin with '='.
  return entry.substr(0, entry.find('=', 1));
}

char** entries() {
#ifdef _WIN32
  return _environ;
#else
  return environ;
#endif
}

}  // namespace

std::optional<std::string> environment_variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

void set_environment_variable(const std::string& name, const std::string& value) {
#ifdef _WIN32
  _putenv_s(name.c_str(), value.c_str());
#else
  setenv(name.c_str(), value.c_str(), 1);
#endif
}

void remove_environment_variable(const std::string& name) {
#ifdef _WIN32
  _putenv_s(name.c_str(), "");
#else
  unsetenv(name.c_str());
#endif
}

Environment own_environment() {
  Environment all;
  char** entry = entries();
  while (entry != nullptr && *entry != nullptr) all.emplace_back(*entry++);
  return all;
}

Environment with_changes(Environment base, const Environment& changes) {
  for (const std::string& change : changes) {
    const auto same = [&](const std::string& entry) { return name_of(entry) == name_of(change); };
    std::erase_if(base, same);
    base.push_back(change);
  }
  return base;
}

std::optional<std::string_view> value_of(const Environment& environment, std::string_view name) {
  for (const std::string& entry : environment) {
    if (name_of(entry) == name && entry.size() > name.size())
      return std::string_view(entry).substr(name.size() + 1);
  }
  return std::nullopt;
}

}  // namespace gcrucible::platform
