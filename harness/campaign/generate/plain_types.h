// The types that shrinking substitutes for others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "harness/campaign/generate/type_pool.h"
#include "harness/program/program.h"

namespace gcrucible::campaign {

// Types that need no other types, the simplest first.
inline constexpr const char* kPlainTypes[] = {"System.Object", "Node", "Pair"};
inline constexpr const char* kPlainFinalizable = "Closer";

// The number of the pool's type with that name in `program`. Adds the type if it is missing.
inline std::uint32_t type_number(program::Program& program, const TypePool& pool, const std::string& name) {
  const auto found = std::ranges::find(program.types, name, &program::TypeSpec::name);
  if (found != program.types.end()) return static_cast<std::uint32_t>(found - program.types.begin());
  program.types.push_back(pool.program().types[pool.number(name)]);
  return static_cast<std::uint32_t>(program.types.size() - 1);
}

}  // namespace gcrucible::campaign
