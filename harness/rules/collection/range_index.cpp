#include "harness/rules/collection/range_index.h"

#include <algorithm>

namespace gcrucible::rules {

RangeIndex::RangeIndex(std::span<const ReportedRange> ranges, Side side) {
  const bool old_side = side == Side::kOld;
  by_start_.reserve(ranges.size());
  by_end_.reserve(ranges.size());
  for (const ReportedRange& range : ranges) {
    const std::uint64_t end = old_side ? range.end() : range.new_end();
    by_start_.push_back(
        {.start = old_side ? range.range.from : range.range.to, .range = &range, .reach = end});
    by_end_.push_back({.start = end, .range = &range});
  }
  const auto less = [](const Entry& a, const Entry& b) { return a.start < b.start; };
  std::stable_sort(by_start_.begin(), by_start_.end(), less);
  std::stable_sort(by_end_.begin(), by_end_.end(), less);
  std::uint64_t reach = 0;
  const ReportedRange* farthest = nullptr;
  for (Entry& entry : by_start_) {
    if (farthest == nullptr || entry.reach > reach) {
      reach = entry.reach;
      farthest = entry.range;
    }
    entry.reach = reach;
    entry.farthest = farthest;
  }
}

const ReportedRange* RangeIndex::holding(std::uint64_t address) const {
  const auto above = std::upper_bound(by_start_.begin(), by_start_.end(), address,
                                      [](std::uint64_t at, const Entry& entry) { return at < entry.start; });
  if (above == by_start_.begin()) return nullptr;
  const Entry& entry = *(above - 1);
  return entry.reach > address ? entry.farthest : nullptr;
}

const ReportedRange* RangeIndex::ending_at(std::uint64_t address) const {
  const auto found = std::lower_bound(by_end_.begin(), by_end_.end(), address,
                                      [](const Entry& entry, std::uint64_t at) { return entry.start < at; });
  return found != by_end_.end() && found->start == address ? found->range : nullptr;
}

}  // namespace gcrucible::rules
