// The types of the core library that a scenario can name or the runtime needs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "harness/abi/types.h"

namespace gcrucible::clr::metadata {

struct CoreType {
  const char* name;    // without "System."
  std::uint32_t base;  // row of its parent; 0: none
  std::uint32_t flags;
};

// Rows in the core library's table. Row 1 is <Module>.
inline constexpr std::uint32_t kObjectRow = 2;
inline constexpr std::uint32_t kValueTypeRow = 3;

// In the order of their rows, from row 2 on.
std::span<const CoreType> core_types();

// The GUID of a module, which depends only on its name (FNV-1a, twice).
abi::GUID version_id(std::string_view name);

}  // namespace gcrucible::clr::metadata
