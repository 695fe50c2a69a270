// One row of a method table: a virtual function of one of the two interface chains.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gcrucible::abi {

struct MethodInfo {
  std::uint16_t slot;
  std::string_view name;
  // The version of the chain that introduced it; 0 for the three methods of IUnknown.
  std::uint8_t interface_version;
};

template <std::size_t N>
constexpr bool slots_are_indices(const std::array<MethodInfo, N>& methods) {
  for (std::size_t i = 0; i < N; ++i) {
    if (methods[i].slot != i) return false;
  }
  return true;
}

template <std::size_t N>
constexpr const MethodInfo* find_method(const std::array<MethodInfo, N>& methods, std::string_view name) {
  for (const MethodInfo& method : methods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

}  // namespace gcrucible::abi
