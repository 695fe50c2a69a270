// Where profilers have been seen to hang, so that nobody waits as long for the same hang again.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace gcrucible::driver {

// Any thread. A place is a callback's name, or what else place_name() says.
class KnownHangs {
 public:
  void add(const std::string& place) {
    const std::lock_guard lock(mutex_);
    ++places_[place];
  }
  // How many runs have hung there.
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
