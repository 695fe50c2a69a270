#include "harness/schedule/pct.h"

#include <algorithm>
#include <functional>

namespace gcrucible::schedule {

void Pct::begin(std::uint32_t actors) {
  const std::uint64_t key = program::choice_key(seed_, plays_++, "schedule/pct");
  priority_.clear();
  for (std::uint32_t i = 0; i < actors; ++i) priority_.push_back(changes_ + 1 + i);
  program::shuffle(priority_, program::choice_key(key, 0, "priorities"));
  program::Random random(program::choice_key(key, 0, "changes"));
  change_at_.clear();
  for (std::uint32_t i = 0; i < changes_ && length_ != 0; ++i) {
    change_at_.push_back(static_cast<std::uint32_t>(random.below(length_)));
  }
  std::ranges::sort(change_at_, std::greater());
}

Actor Pct::highest(const Decision& decision) const {
  return *std::ranges::max_element(decision.ready, {}, [this](Actor each) { return priority_[each]; });
}

Actor Pct::next(const Decision& decision) {
  // Later changes assign lower priorities.
  while (!change_at_.empty() && change_at_.back() <= decision.number) {
    priority_[highest(decision)] = static_cast<std::uint32_t>(change_at_.size());
    change_at_.pop_back();
  }
  return highest(decision);
}

}  // namespace gcrucible::schedule
