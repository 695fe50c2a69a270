#include "harness/schedule/exhaustive.h"

#include <algorithm>
#include <utility>

namespace gcrucible::schedule {

void Exhaustive::begin(std::uint32_t) {
  depth_ = 0;
}

std::uint32_t Exhaustive::preemptions_before(std::size_t depth) const {
  if (depth == 0) return 0;
  const Fork& last = path_[depth - 1];
  return last.preemptions + (last.preempts && last.taken != 0 ? 1 : 0);
}

std::vector<Actor> Exhaustive::options_of(const Decision& decision, std::uint32_t preemptions) const {
  const Actor first = unforced(decision);
  std::vector<Actor> options{first};
  const bool may_not_preempt =
      decision.current.has_value() && bounds_.preemptions && preemptions >= *bounds_.preemptions;
  const bool too_deep = bounds_.decisions && decision.number >= *bounds_.decisions;
  if (may_not_preempt || too_deep) return options;
  for (const Actor each : decision.ready) {
    if (each != first) options.push_back(each);
  }
  return options;
}

Actor Exhaustive::next(const Decision& decision) {
  const std::uint32_t preemptions = preemptions_before(depth_);
  std::vector<Actor> options = options_of(decision, preemptions);
  if (depth_ == path_.size()) {
    path_.push_back({.options = std::move(options),
                     .preemptions = preemptions,
                     .preempts = decision.current.has_value()});
  } else if (path_[depth_].options != options) {
    diverged_ = true;
  }
  const Fork& fork = path_[depth_++];
  const Actor wanted = fork.options[fork.taken];
  const bool can = std::ranges::find(decision.ready, wanted) != decision.ready.end();
  return can ? wanted : unforced(decision);
}

bool Exhaustive::advance() {
  while (!path_.empty()) {
    Fork& last = path_.back();
    if (++last.taken < last.options.size()) return true;
    path_.pop_back();
  }
  return false;
}

}  // namespace gcrucible::schedule
