// Places where profilers have hung, so that later runs do not wait as long for the same hang.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace gcrucible::driver {

// Any thread. A place is a callback's name, or another result of place_name().
class KnownHangs {
 public:
  void add(const std::string& place) {
    const std::lock_guard lock(mutex_);
    ++places_[place];
  }
  // Number of runs that have hung there.
  std::uint64_t times(const std::string& place) const {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(place);
    return found == places_.end() ? 0 : found->second;
  }
  bool empty() const {
    const std::lock_guard lock(mutex_);
    return places_.empty();
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t> places_;
};

}  // namespace gcrucible::driver
