#include "harness/rules/state/masks.h"

#include <algorithm>

namespace gcrucible::rules {

void Masks::start(EventMask mask) {
  now_ = mask;
  values_ = {{.mask = mask, .return_line = 0}};
  known_ = true;
  ever_ = permitted();
}

void Masks::asked(EventMask mask, bool one_word, std::uint64_t line) {
  // A value whose call has returned stays, because all other calls may fail.
  if (values_.size() == kMostValues) {
    const auto open = std::ranges::find_if(values_, &Value::open);
    values_.erase(open == values_.end() ? values_.begin() : open);
  }
  values_.push_back({.mask = mask, .one_word = one_word, .line = line});
  ever_ = ever_ | mask;
}

void Masks::leave(const Value& value, std::uint64_t until) {
  if (past_.size() == kMostPast) past_.erase(past_.begin());
  past_.push_back({.mask = value.mask, .until = until});
}

void Masks::answered(bool succeeded, std::uint64_t line, std::uint64_t return_line) {
  const auto found =
      std::ranges::find_if(values_, [&](const Value& each) { return each.open() && each.line == line; });
  if (found == values_.end()) return;
  if (!succeeded) {
    values_.erase(found);
    return;
  }
  found->return_line = return_line;
  // The last one is the one of the latest return.
  std::rotate(found, found + 1, values_.end());
  const Value latest = values_.back();
  now_ = latest.mask;
  by_one_word_ = latest.one_word;
  known_ = true;
  set_ = true;
  // Calls that returned before this one began no longer matter.
  std::erase_if(values_, [&](const Value& each) {
    const bool over = !each.open() && each.return_line <= line && each.line != line;
    if (over && each.mask != latest.mask) leave(each, return_line);
    return over;
  });
}

template <typename Fits>
void Masks::decide(std::uint64_t line, std::uint32_t EventMask::*word, const Fits& fits) {
  if (values_.size() == 1) return;
  const auto fitting = [&](const Value& each) { return fits(each.mask.*word); };
  const auto right = std::find_if(values_.rbegin(), values_.rend(), fitting);
  std::uint64_t last = 0;
  for (const Value& each : values_) last = std::max(last, each.return_line);
  if (last > line || right == values_.rend()) return;
  const std::uint32_t known = right->mask.*word;
  for (Value& each : values_) {
    if (fitting(each)) continue;
    leave(each, last);
    each.mask.*word = known;
  }
  const Value latest = values_.back();
  std::erase_if(values_, [&](const Value& each) { return each.mask == latest.mask; });
  values_.push_back(latest);
  now_ = latest.mask;
}

void Masks::read(std::uint64_t line, std::uint32_t low, std::optional<std::uint32_t> high) {
  decide(line, &EventMask::low, [&](std::uint32_t word) { return word == low; });
  if (high) decide(line, &EventMask::high, [&](std::uint32_t word) { return word == *high; });
}

void Masks::observed(EventMask flags, std::uint64_t line) {
  // If both words may enable the callback, it decides about neither.
  if ((flags & permitted()).high == 0)
    decide(line, &EventMask::low, [&](std::uint32_t word) { return (word & flags.low) != 0; });
  else if ((flags & permitted()).low == 0)
    decide(line, &EventMask::high, [&](std::uint32_t word) { return (word & flags.high) != 0; });
}

EventMask Masks::permitted() const {
  EventMask mask;
  for (const Value& each : values_) mask = mask | each.mask;
  return mask;
}

EventMask Masks::permitted_for(std::uint64_t last) const {
  EventMask mask = permitted();
  for (const Past& past : past_) {
    if (past.until > last) mask = mask | past.mask;
  }
  return mask;
}

EventMask Masks::required() const {
  EventMask mask = values_.front().mask;
  for (const Value& each : values_) mask = mask & each.mask;
  return mask;
}

bool Masks::may_be_read(std::uint64_t line, std::uint32_t low, std::optional<std::uint32_t> high) const {
  // The two words are written one after the other.
  bool same_low = false, same_high = !high;
  const auto look_at = [&](EventMask mask) {
    same_low = same_low || mask.low == low;
    same_high = same_high || (high && mask.high == *high);
  };
  for (const Value& each : values_) look_at(each.mask);
  for (const Past& past : past_) {
    if (past.until > line) look_at(past.mask);
  }
  return same_low && same_high;
}

}  // namespace gcrucible::rules
