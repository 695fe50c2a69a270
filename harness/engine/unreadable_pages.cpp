#include "harness/engine/unreadable_pages.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace gcrucible::engine {

UnreadablePages::Stretch UnreadablePages::first_part(std::uint64_t from, std::uint64_t to) const {
  if (from >= clear_from_ && to <= clear_to_) return {from, to, false};
  const auto next = ends_.upper_bound(from);
  const auto before = next == ends_.begin() ? ends_.end() : std::prev(next);
  if (before != ends_.end() && before->second > from) return {from, std::min(to, before->second), true};
  clear_from_ = before == ends_.end() ? 0 : before->second;
  clear_to_ = next == ends_.end() ? ~std::uint64_t{0} : next->first;
  return {from, std::min(to, clear_to_), false};
}

bool UnreadablePages::hide(std::uint64_t from, std::uint64_t to) {
  assert(from < to && !first_part(from, to).unreadable && first_part(from, to).to == to);
  const auto next = ends_.lower_bound(to);
  const bool joins_next = next != ends_.end() && next->first == to;
  const auto before = next == ends_.begin() ? ends_.end() : std::prev(next);
  const bool joins_before = before != ends_.end() && before->second == from;
  const std::size_t budget = to - from >= kLargeBytes ? budget_ + (kLarge - kSmall) : budget_;
  if (!joins_next && !joins_before && ends_.size() >= budget) return false;
  if (!space_->make_inaccessible(from, to - from)) return false;
  const std::uint64_t end = joins_next ? next->second : to;
  if (joins_next) ends_.erase(next);
  if (joins_before) {
    before->second = end;
  } else {
    ends_.emplace(from, end);
  }
  clear_from_ = clear_to_ = 0;
  return true;
}

UnreadablePages::Stretch UnreadablePages::show(std::uint64_t from, std::uint64_t to) {
  const auto stretch = std::prev(ends_.upper_bound(from));
  const std::uint64_t start = stretch->first;
  const std::uint64_t end = stretch->second;
  assert(start <= from && to <= end && from < to);
  if (start < from && to < end && ends_.size() >= kMost) {
    from = start;
    to = end;
  }
  if (!space_->make_accessible(from, to - from)) return {};
  forget(from, to);
  return {from, to, false};
}

void UnreadablePages::forget(std::uint64_t from, std::uint64_t to) {
  auto stretch = ends_.upper_bound(from);
  if (stretch != ends_.begin() && std::prev(stretch)->second > from) --stretch;
  while (stretch != ends_.end() && stretch->first < to) {
    const std::uint64_t start = stretch->first;
    const std::uint64_t end = stretch->second;
    stretch = ends_.erase(stretch);
    if (start < from) ends_.emplace(start, from);
    if (end > to) ends_.emplace(to, end);
  }
  clear_from_ = clear_to_ = 0;
}

}  // namespace gcrucible::engine
