// What the model lines of a trace call objects and types.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "harness/trace/event.h"

namespace gcrucible::report {

// Names come from the scenario, so they are made printable here once.
class Names {
 public:
  void take(const trace::Event& event);

  // The scenario's name, or "#12".
  std::string object(std::uint32_t number) const;
  bool has_name(std::uint32_t number) const { return objects_.contains(number); }
  // Empty where the model does not tell it.
  std::string type(std::uint32_t number) const;
  std::string class_name(std::uint64_t class_id) const;

 private:
  std::map<std::uint32_t, std::string> objects_;
  std::map<std::uint32_t, std::string> types_;
  std::map<std::uint64_t, std::string> classes_;
};

// The text with `"name"` in the place of every "object 12 at", for those numbers that `name_of` has a name
// for. What engine and rules say has numbers only, because traces of real runtimes have no names.
std::string with_names(std::string_view text,
                       const std::function<std::optional<std::string>(std::uint32_t)>& name_of);

}  // namespace gcrucible::report
