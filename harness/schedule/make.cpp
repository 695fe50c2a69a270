#include "harness/schedule/make.h"

#include "harness/schedule/free_running.h"
#include "harness/schedule/pct.h"
#include "harness/schedule/random_walk.h"
#include "harness/schedule/replay.h"
#include "harness/schedule/round_robin.h"

namespace gcrucible::schedule {

std::unique_ptr<Strategy> make(const program::Schedule& schedule) {
  using Kind = program::Schedule::Kind;
  switch (schedule.kind) {
    case Kind::kRoundRobin:
      break;
    case Kind::kRandom:
      return std::make_unique<RandomWalk>(schedule.seed);
    case Kind::kPct:
      return std::make_unique<Pct>(schedule.seed, schedule.changes, schedule.length);
    case Kind::kSwitches:
      return std::make_unique<Replay>(schedule.switches);
    case Kind::kFree:
      return std::make_unique<FreeRunning>();
  }
  return std::make_unique<RoundRobin>();
}

}  // namespace gcrucible::schedule
