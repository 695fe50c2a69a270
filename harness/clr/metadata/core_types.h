// The types of the core library that a scenario can name or the runtime needs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "harness/abi/types.h"

namespace gcrucible::clr::metadata {

struct CoreType {
  const char* name;    // behind System.
  std::uint32_t base;  // row of its parent; 0: none
  std::uint32_t flags;
};

// Rows in the core library's table, of which the first is <Module>.
inline constexpr std::uint32_t kObjectRow = 2;
inline constexpr std::uint32_t kValueTypeRow = 3;

// In the order of their rows, from the second on.
std::span<const CoreType> core_types();

// Of a module: a GUID that depends on nothing but the name (FNV-1a, twice).
abi::GUID version_id(std::string_view name);

}  // namespace gcrucible::clr::metadata
