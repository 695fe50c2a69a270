// The parameters of the Info methods as text. All ids have the same C++ type, so only the text
// distinguishes an ObjectID from a ClassID.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "harness/abi/info_methods.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

struct InfoParameter {
  std::string_view type;  // without the brackets of a buffer
  std::string_view name;
  bool is_buffer = false;
};

// "(ObjectID objectId, ClassID* pClassId)". By slot.
GCRUCIBLE_OWN inline constexpr std::array<std::string_view, kInfoMethods.size()> kInfoParameters{
    "(REFIID riid, void** ppvObject)", "()", "()",
#define GCRUCIBLE_ROW(slot, version, method, parameters, query) #parameters,
    GCRUCIBLE_INFO_METHODS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
};

// Empty if the method has fewer parameters.
constexpr InfoParameter info_parameter(InfoMethod method, std::size_t index) {
  std::string_view rest = kInfoParameters[static_cast<std::size_t>(method)];
  rest = rest.substr(1, rest.size() - 2);
  for (; index > 0; --index) {
    const std::size_t comma = rest.find(", ");
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 2);
  }
  InfoParameter parameter{.type = {}, .name = rest.substr(0, rest.find(", "))};
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
