// One parameter out of the text of a method's parameters. All ids have the same C++ type, so only the text
// distinguishes an ObjectID from a ClassID.
#pragma once

#include <cstddef>
#include <string_view>

namespace gcrucible::abi {

struct Parameter {
  std::string_view type;  // without the brackets of an array
  std::string_view name;
  bool is_buffer = false;  // declared with brackets
};

// `parameters` is like "(ObjectID objectId, ClassID* pClassId)". Empty if the method has fewer parameters.
constexpr Parameter parameter_at(std::string_view parameters, std::size_t index) {
  std::string_view rest = parameters.substr(1, parameters.size() - 2);
  for (; index > 0; --index) {
    const std::size_t comma = rest.find(", ");
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 2);
  }
  Parameter parameter{.type = {}, .name = rest.substr(0, rest.find(", "))};
  if (parameter.name.ends_with("[]")) {
    parameter.is_buffer = true;
    parameter.name.remove_suffix(2);
  }
  const std::size_t blank = parameter.name.rfind(' ');
  if (blank == parameter.name.npos) return {};
  parameter.type = parameter.name.substr(0, blank);
  parameter.name.remove_prefix(blank + 1);
  return parameter;
}

}  // namespace gcrucible::abi
