// A range as reported by the runtime.
#pragma once

#include <cstdint>

#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

// One range of the report and its place. For a pair of calls, the exact one.
struct ReportedRange {
  Range range;
  Family family = Family::kMoved;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
  std::uint32_t entry = 0;  // position in its call
  Call call = Call::kOther;
  bool at_least = false;  // only from the older call, with a length of 0xFFFFFFFF

  // Both ends saturate at 2^64 - 1, because a damaged trace may have any numbers.
  std::uint64_t end() const {
    const std::uint64_t sum = range.from + range.length;
    return sum < range.from ? ~std::uint64_t{0} : sum;
  }
  std::uint64_t new_end() const {
    const std::uint64_t sum = range.to + range.length;
    return sum < range.to ? ~std::uint64_t{0} : sum;
  }
};

}  // namespace gcrucible::rules
