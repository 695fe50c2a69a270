// Finds the range of a report that an address lies in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/rules/decode/told_range.h"

namespace gcrucible::rules {

// Over the old or the new side of told ranges, which outlive it. Ranges may overlap; of those that hold an
// address it gives the one that reaches farthest. Building costs a sort, a look-up a binary search. It points
// into the ranges, so that it moves with the vector that owns them and cannot be copied beside it.
class RangeIndex {
 public:
  enum class Side : std::uint8_t { kOld, kNew };
  RangeIndex() = default;
  RangeIndex(std::span<const ToldRange> ranges, Side side);
  RangeIndex(RangeIndex&&) = default;
  RangeIndex& operator=(RangeIndex&&) = default;

  // Null where no range holds it, ranges being half open.
  const ToldRange* holding(std::uint64_t address) const;
  // The range, if there is one, whose end is exactly `address`.
  const ToldRange* ending_at(std::uint64_t address) const;

  // Neighbours that overlap, first the one with the lower start. `visit` returns false to stop.
  struct Overlap {
    const ToldRange* first;
    const ToldRange* second;
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
    const ToldRange* range = nullptr;
    std::uint64_t reach = 0;              // the highest end of this and all before it
    const ToldRange* farthest = nullptr;  // whose end that is
  };
  std::vector<Entry> by_start_;
  std::vector<Entry> by_end_;  // `start` holds the end here
};

}  // namespace gcrucible::rules
