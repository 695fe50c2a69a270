// The environment variables that a profiler sees and sets through its Info object.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace gcrucible::clr {

// Changes lie over the process's own environment and never reach it, as in CoreCLR on Unix, where the
// platform layer keeps a copy; getenv on other threads stays safe that way. Any thread.
class Environment {
 public:
  std::optional<std::string> get(const std::string& name) const;
  void set(const std::string& name, const std::string& value);
  // False if there was none.
  bool remove(const std::string& name);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::optional<std::string>> changes_;  // nullopt: removed
};

}  // namespace gcrucible::clr
