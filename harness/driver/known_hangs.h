// Where profilers have been seen to hang, so that nobody waits as long for the same hang again.
#pragma once

#include <mutex>
#include <set>
#include <string>

namespace gcrucible::driver {

// Any thread. A place is a callback's name, or what else place_name() says.
class KnownHangs {
 public:
  void add(const std::string& place) {
    const std::lock_guard lock(mutex_);
    places_.insert(place);
  }
  bool has(const std::string& place) const {
    const std::lock_guard lock(mutex_);
    return places_.contains(place);
  }
  bool empty() const {
    const std::lock_guard lock(mutex_);
    return places_.empty();
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::string> places_;
};

}  // namespace gcrucible::driver
