// What the model lines of a trace call objects and types.
#pragma once

#include <cstdint>
#include <map>
#include <string>

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

 private:
  std::map<std::uint32_t, std::string> objects_;
  std::map<std::uint32_t, std::string> types_;
};

}  // namespace gcrucible::report
