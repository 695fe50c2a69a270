// How threads take turns.
#include "harness/scenario/reading.h"

namespace gcrucible::scenario {

using program::Schedule;
using yaml::Value;

Schedule read_schedule(const Value& value) {
  Schedule schedule;
  if (value.is_scalar()) {
    schedule.kind = value.text == "free" ? Schedule::Kind::kFree : Schedule::Kind::kRoundRobin;
    return schedule;
  }
  if (const Value* within = value.find("within")) {
    schedule = read_schedule(*within);
    schedule.within = true;
    return schedule;
  }
  if (const Value* switches = value.find("switches")) {
    schedule.kind = Schedule::Kind::kSwitches;
    for (const Value& each : switches->items) {
      const auto decision = static_cast<std::uint32_t>(number_of(each.items.front()));
      const auto thread = static_cast<std::uint32_t>(number_of(each.items.back()));
      schedule.switches.push_back({.decision = decision, .thread = thread});
    }
  } else if (const Value* seed = value.find("random")) {
    schedule.kind = Schedule::Kind::kRandom;
    schedule.seed = number_of(*seed);
  } else if (const Value* pct = value.find("pct")) {
    schedule.kind = Schedule::Kind::kPct;
    schedule.seed = number_or(*pct, "seed", 0);
    schedule.changes = static_cast<std::uint32_t>(number_or(*pct, "changes", 2));
    schedule.length = static_cast<std::uint32_t>(number_or(*pct, "length", 100));
  }
  return schedule;
}

}  // namespace gcrucible::scenario
