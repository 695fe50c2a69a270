// Names of objects and types, from the model lines of a trace.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "harness/trace/event.h"

namespace gcrucible::report {

// Names come from the scenario, so they are made printable here.
class Names {
 public:
  void take(const trace::Event& event);

  // The scenario's name, or "#12".
  std::string object(std::uint32_t number) const;
  const std::map<std::uint32_t, std::string>& objects() const { return objects_; }
  bool has_name(std::uint32_t number) const { return objects_.contains(number); }
  // Empty if the model does not name it.
  std::string type(std::uint32_t number) const;
  std::string class_name(std::uint64_t class_id) const;

 private:
  std::map<std::uint32_t, std::string> objects_;
  std::map<std::uint32_t, std::string> types_;
  std::map<std::uint64_t, std::string> classes_;
};

// Replaces every "object 12" by the name in quotes, for numbers that `name_of` can name. Texts of engine
// and rules contain only numbers, because traces of real runtimes have no names.
std::string with_names(std::string_view text,
                       const std::function<std::optional<std::string>(std::uint32_t)>& name_of);

}  // namespace gcrucible::report
