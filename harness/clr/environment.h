// The environment variables that a profiler sees and sets through its Info object.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace gcrucible::clr {

// Changes are kept apart from the process's own environment, as in CoreCLR on Unix, where the platform layer
// keeps a copy. getenv on other threads therefore stays safe. Any thread may use it.
class Environment {
 public:
  std::optional<std::string> get(const std::string& name) const;
  void set(const std::string& name, const std::string& value);
  // Returns false if there was no such variable.
  bool remove(const std::string& name);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::optional<std::string>> changes_;  // nullopt: removed
};

}  // namespace gcrucible::clr
