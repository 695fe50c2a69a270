#include "harness/schedule/replay.h"

#include <algorithm>

namespace gcrucible::schedule {

void Replay::begin(std::uint32_t) {
  next_ = 0;
  missed_ = 0;
}

Actor Replay::next(const Decision& decision) {
  while (next_ < switches_.size() && switches_[next_].decision < decision.number) ++next_;
  if (next_ == switches_.size() || switches_[next_].decision != decision.number) return unforced(decision);
  const Actor wanted = switches_[next_++].thread;
  if (std::ranges::find(decision.ready, wanted) != decision.ready.end()) return wanted;
  ++missed_;
  return unforced(decision);
}

}  // namespace gcrucible::schedule
