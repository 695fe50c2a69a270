// The parameters of the Info methods as text.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "harness/abi/tables/info_methods.h"
#include "harness/abi/tables/parameter_text.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// "(ObjectID objectId, ClassID* pClassId)". By slot.
GCRUCIBLE_OWN inline constexpr std::array<std::string_view, kInfoMethods.size()> kInfoParameters{
    "(REFIID riid, void** ppvObject)", "()", "()",
#define GCRUCIBLE_ROW(slot, version, method, parameters, ...) #parameters,
    GCRUCIBLE_INFO_METHODS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
};

// Empty if the method has fewer parameters.
constexpr Parameter info_parameter(InfoMethod method, std::size_t index) {
  return parameter_at(kInfoParameters[static_cast<std::size_t>(method)], index);
}

}  // namespace gcrucible::abi
