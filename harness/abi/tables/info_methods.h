// Every method of ICorProfilerInfo and its later versions by vtable slot. Traces, event masks and counts take
// method names only from this table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/abi/tables/info_table.h"
#include "harness/abi/tables/method_info.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// The value is the slot.
enum class InfoMethod : std::uint16_t {
  kQueryInterface = 0,
  kAddRef = 1,
  kRelease = 2,
#define GCRUCIBLE_SLOT(slot, version, method, parameters, ...) k##method = slot,
  GCRUCIBLE_INFO_METHODS(GCRUCIBLE_SLOT)
#undef GCRUCIBLE_SLOT
};

// Indexed by slot.
GCRUCIBLE_OWN inline constexpr std::array kInfoMethods{
    MethodInfo{0, "QueryInterface", 0}, MethodInfo{1, "AddRef", 0}, MethodInfo{2, "Release", 0},
#define GCRUCIBLE_ROW(slot, version, method, parameters, ...) MethodInfo{slot, #method, version},
    GCRUCIBLE_INFO_METHODS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
};
static_assert(slots_are_indices(kInfoMethods));
GCRUCIBLE_OWN inline constexpr std::uint8_t kNewestInfoVersion = kInfoMethods.back().interface_version;

constexpr const MethodInfo& method_info(InfoMethod method) {
  return kInfoMethods[static_cast<std::uint16_t>(method)];
}

constexpr std::string_view name_of(InfoMethod method) {
  return method_info(method).name;
}

// The method with exactly that name; nothing if it does not exist.
constexpr std::optional<InfoMethod> find_info_method(std::string_view name) {
  const MethodInfo* const found = find_method(kInfoMethods, name);
  if (found == nullptr) return std::nullopt;
  return static_cast<InfoMethod>(found->slot);
}

}  // namespace gcrucible::abi
