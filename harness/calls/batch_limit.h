// The maximum number of ranges, roots or handles in one call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "harness/program/runtime_profile.h"
#include "harness/program/telling.h"

namespace gcrucible::calls {

// The scenario's limit, or the runtime's if the scenario has none. 0 means no limit in both.
inline std::size_t batch_limit(const program::Telling& telling, const program::RuntimeProfile& runtime) {
  const std::uint32_t limit = telling.batch_limit != 0 ? telling.batch_limit : runtime.batch_limit;
  return limit != 0 ? limit : std::numeric_limits<std::size_t>::max();
}

}  // namespace gcrucible::calls
