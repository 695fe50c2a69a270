// Names that a scenario's unreadable parts might have made good: of those nothing is complained about twice.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "harness/yaml/value.h"

namespace gcrucible::scenario {

// One mistake has one message: what could not be read may be what makes an object, starts a thread or
// declares a type, so that its absence afterwards is a consequence. Only complaints are silenced; such a
// scenario is never run.
class Doubts {
 public:
  // Every word in what check() took out of `root`; of a key that stands there twice only what the second one
  // would have made.
  explicit Doubts(const yaml::Value& root) { look_for_lost(root, true); }

  void add(std::string_view name);
  bool has(std::string_view name) const { return names_.contains(name); }
  // What kind of heap it is could not be read whole, so that nothing is too small or out of place in it.
  bool heap = false;

 private:
  void look_for_lost(const yaml::Value& value, bool is_root);
  void add_made(const yaml::Value& value);
  void add_all(const yaml::Value& value);

  std::set<std::string, std::less<>> names_;
};

}  // namespace gcrucible::scenario
