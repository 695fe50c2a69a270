// Simplifies concurrent threads: fewer threads, and schedules with fewer switches.
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "harness/campaign/attempts.h"
#include "harness/campaign/explorer.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// Null for a step that cannot have a schedule.
std::optional<Schedule>* schedule_in(Step& step) {
  if (auto* const together = std::get_if<Together>(&step.action)) return &together->schedule;
  auto* const collect = std::get_if<Collect>(&step.action);
  return collect == nullptr ? nullptr : &collect->reporting.schedule;
}

std::optional<Schedule> schedule_if_any(const Attempts& attempts, std::size_t place) {
  Step step = attempts.program().steps[place];
  const std::optional<Schedule>* const schedule = schedule_in(step);
  return schedule == nullptr ? std::nullopt : *schedule;
}

Schedule schedule_at(const Attempts& attempts, std::size_t place) {
  return schedule_if_any(attempts, place).value_or(Schedule{});
}

// Applies `change` if there is a schedule.
template <typename Change>
bool edit_schedule(Attempts& attempts, std::size_t place, const Change& change) {
  return attempts.edit([&](Program& program) {
    if (std::optional<Schedule>* const schedule = schedule_in(program.steps[place]); schedule && *schedule)
      change(*schedule);
  });
}

bool fewer_switches(Attempts& attempts, std::size_t place) {
  bool smaller = false;
  // From the end backwards, because each switch determines what follows it.
  for (std::size_t i = schedule_at(attempts, place).switches.size(); i > 0; --i) {
    if (i > schedule_at(attempts, place).switches.size()) continue;
    smaller |= edit_schedule(attempts, place, [i](std::optional<Schedule>& schedule) {
      auto& switches = schedule->switches;
      switches.erase(switches.begin() + static_cast<std::ptrdiff_t>(i - 1));
    });
  }
  return smaller;
}

// Tries a single switch at any decision. Dropping switches from a played list need not find the smallest
// list.
bool one_switch(Attempts& attempts, std::size_t place) {
  const std::vector<Switch> all = schedule_at(attempts, place).switches;
  if (all.size() < 2) return false;
  for (std::uint32_t decision = 0; decision <= all.back().decision; ++decision) {
    for (const std::uint32_t thread : threads_in_turns(attempts.program(), place)) {
      const auto one = [&](std::optional<Schedule>& schedule) {
        schedule->switches = {{.decision = decision, .thread = thread}};
      };
      if (edit_schedule(attempts, place, one)) return true;
    }
  }
  return false;
}

bool fewest_switches(Attempts& attempts, std::size_t place) {
  const bool fewer = fewer_switches(attempts, place);
  return one_switch(attempts, place) || fewer;
}

// Replaces a random schedule by the switches that it produced, which can then be dropped one by one.
bool become_switches(Attempts& attempts, std::size_t place) {
  const std::optional<Schedule> current = schedule_if_any(attempts, place);
  if (!current || current->kind == Schedule::Kind::kSwitches || current->kind == Schedule::Kind::kFree)
    return false;
  const std::optional<std::vector<Switch>> switches = attempts.switches_of(place);
  if (!switches) return false;
  return edit_schedule(attempts, place, [&](std::optional<Schedule>& schedule) {
    const Schedule::Turns turns = schedule->turns;
    schedule = Schedule{.kind = Schedule::Kind::kSwitches};
    schedule->switches = *switches;
    schedule->turns = turns;
  });
}

// Removes the steps of one thread, or appends them to another thread.
bool fewer_threads(Attempts& attempts, std::size_t place) {
  bool smaller = false;
  for (std::size_t i = 0; i < threads_in_turns(attempts.program(), place).size();) {
    const std::uint32_t thread = threads_in_turns(attempts.program(), place)[i];
    std::vector<bool> kept(attempts.program().steps.size(), true);
    for (std::size_t step = place + 1; step < kept.size(); ++step) {
      const std::uint32_t lane = attempts.program().steps[step].lane;
      if (lane == kNothing) break;
      if (lane == thread) kept[step] = false;
    }
    if (attempts.keep_steps(kept)) {
      smaller = true;
      if (place >= attempts.program().steps.size()) return smaller;
    } else {
      ++i;
    }
  }
  return smaller;
}

}  // namespace

bool plainer_schedule(Attempts& attempts, std::size_t place) {
  const auto edit = [&](auto change) { return edit_schedule(attempts, place, change); };
  if (edit([](std::optional<Schedule>& schedule) { schedule.reset(); })) return true;
  bool smaller = edit([](std::optional<Schedule>& schedule) { schedule->turns = Schedule::Turns::kBetween; });
  // Either the running thread continues, or each thread in turn.
  const auto become = [&](Schedule plainer) {
    return edit([&](std::optional<Schedule>& schedule) {
      plainer.turns = schedule->turns;
      if (schedule->kind != plainer.kind) schedule = plainer;
    });
  };
  if (become({.kind = Schedule::Kind::kSwitches})) return true;
  if (become_switches(attempts, place)) {
    static_cast<void>(fewest_switches(attempts, place));
    return true;
  }
  // Few switches remain after shrinking; round-robin has one switch for each decision.
  if (schedule_at(attempts, place).kind != Schedule::Kind::kSwitches) smaller |= become({});
  smaller |= edit([](std::optional<Schedule>& schedule) {
    if (schedule->changes != 0) --schedule->changes;
  });
  smaller |= edit([](std::optional<Schedule>& schedule) { schedule->seed = 0; });
  return fewest_switches(attempts, place) || smaller;
}

bool simplify_together(Attempts& attempts) {
  bool smaller = false;
  for (std::size_t place = 0; place < attempts.program().steps.size(); ++place) {
    if (!std::holds_alternative<Together>(attempts.program().steps[place].action)) continue;
    // Tries the steps one after the other: with_steps() makes ordinary steps of them.
    std::vector<bool> kept(attempts.program().steps.size(), true);
    kept[place] = false;
    if (attempts.keep_steps(kept)) {
      smaller = true;
      continue;
    }
    smaller |= fewer_threads(attempts, place);
    if (place < attempts.program().steps.size() &&
        std::holds_alternative<Together>(attempts.program().steps[place].action))
      smaller |= plainer_schedule(attempts, place);
  }
  return smaller;
}

}  // namespace gcrucible::campaign
