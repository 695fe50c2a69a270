#include "harness/schedule/random_walk.h"

namespace gcrucible::schedule {

void RandomWalk::begin(std::uint32_t) {
  random_ = program::Random(program::choice_key(seed_, plays_++, "schedule/random"));
}

Actor RandomWalk::next(const Decision& decision) {
  return decision.ready[random_.below(decision.ready.size())];
}

}  // namespace gcrucible::schedule
