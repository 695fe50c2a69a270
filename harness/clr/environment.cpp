#include "harness/clr/environment.h"

#include "harness/platform/process/environment.h"

namespace gcrucible::clr {

std::optional<std::string> Environment::get(const std::string& name) const {
  const std::scoped_lock lock(mutex_);
  const auto changed = changes_.find(name);
  return changed == changes_.end() ? platform::environment_variable(name) : changed->second;
}

void Environment::set(const std::string& name, const std::string& value) {
  const std::scoped_lock lock(mutex_);
  changes_[name] = value;
}

bool Environment::remove(const std::string& name) {
  const bool there = get(name).has_value();
  const std::scoped_lock lock(mutex_);
  changes_[name] = std::nullopt;
  return there;
}

}  // namespace gcrucible::clr
