// The maximum number of ranges, roots or handles in one call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "harness/program/reporting.h"
#include "harness/program/runtime_profile.h"

namespace gcrucible::calls {

// The scenario's limit, or the runtime's if the scenario has none. 0 means no limit in both.
inline std::size_t batch_limit(const program::Reporting& reporting, const program::RuntimeProfile& runtime) {
  const std::uint32_t limit = reporting.batch_limit != 0 ? reporting.batch_limit : runtime.batch_limit;
  return limit != 0 ? limit : std::numeric_limits<std::size_t>::max();
}

}  // namespace gcrucible::calls
