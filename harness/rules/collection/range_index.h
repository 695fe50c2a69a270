// Finds the reported range that contains an address.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/rules/decode/reported_range.h"

namespace gcrucible::rules {

// Indexes the old or the new side of reported ranges; the ranges must outlive the index. If several ranges
// contain an address, the one that reaches farthest is returned. Building costs a sort, a lookup a binary
// search. The index points into the ranges. It moves together with the vector that owns them and cannot be
// copied.
class RangeIndex {
 public:
  enum class Side : std::uint8_t { kOld, kNew };
  RangeIndex() = default;
  RangeIndex(std::span<const ReportedRange> ranges, Side side);
  RangeIndex(RangeIndex&&) = default;
  RangeIndex& operator=(RangeIndex&&) = default;

  // Null if no range contains the address. Ranges are half open.
  const ReportedRange* holding(std::uint64_t address) const;
  // The range whose end is exactly `address`, or null.
  const ReportedRange* ending_at(std::uint64_t address) const;

  // Calls `visit` for neighbours that overlap, the one with the lower start first. `visit` returns false to
  // stop.
  struct Overlap {
    const ReportedRange* first;
    const ReportedRange* second;
  };
  template <typename Visit>
  void overlaps(Visit visit) const {
    for (std::size_t i = 1; i < by_start_.size(); ++i) {
      if (by_start_[i].range->range.length == 0) continue;
      if (by_start_[i - 1].reach > by_start_[i].start &&
          !visit(Overlap{by_start_[i - 1].farthest, by_start_[i].range})) {
        return;
      }
    }
  }

 private:
  struct Entry {
    std::uint64_t start = 0;
    const ReportedRange* range = nullptr;
    std::uint64_t reach = 0;                  // the highest end of this and all earlier ranges
    const ReportedRange* farthest = nullptr;  // the range with that end
  };
  std::vector<Entry> by_start_;
  std::vector<Entry> by_end_;  // `start` holds the end here
};

}  // namespace gcrucible::rules
