// Names that unreadable parts of a scenario might have declared. Later errors about these names are
// suppressed.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "harness/yaml/value.h"

namespace gcrucible::scenario {

// One mistake has one message. An unreadable part may be the part that creates an object, starts a thread or
// declares a type. A missing thing is then only a consequence. Only messages are suppressed; such a scenario
// is never run.
class SuppressedNames {
 public:
  // Adds every word in the parts that check() removed from `root`. For a repeated key, it adds only the
  // things that the second value would create.
  explicit SuppressedNames(const yaml::Value& root) { look_for_lost(root, true); }

  void add(std::string_view name);
  bool has(std::string_view name) const { return names_.contains(name); }
  // The heap's settings could not be read completely. No size or place in the heap counts as wrong.
  bool heap = false;

 private:
  void look_for_lost(const yaml::Value& value, bool is_root);
  void add_made(const yaml::Value& value);
  void add_all(const yaml::Value& value);

  std::set<std::string, std::less<>> names_;
};

}  // namespace gcrucible::scenario
