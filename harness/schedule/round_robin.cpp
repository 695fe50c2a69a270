#include "harness/schedule/round_robin.h"

#include <algorithm>

namespace gcrucible::schedule {

Actor RoundRobin::next(const Decision& decision) {
  const Actor after = decision.current.value_or(last_);
  const auto found =
      std::ranges::find_if(decision.ready, [after](Actor each) { return after != kNobody && each > after; });
  last_ = found == decision.ready.end() ? decision.ready.front() : *found;
  return last_;
}

}  // namespace gcrucible::schedule
