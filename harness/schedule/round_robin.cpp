#include "harness/schedule/round_robin.h"

#include <algorithm>

namespace gcrucible::schedule {

Actor RoundRobin::next(const Decision& decision) {
  const Actor after = decision.current.value_or(last_);
  const auto behind =
      std::ranges::find_if(decision.ready, [after](Actor each) { return after != kNobody && each > after; });
  last_ = behind == decision.ready.end() ? decision.ready.front() : *behind;
  return last_;
}

}  // namespace gcrucible::schedule
