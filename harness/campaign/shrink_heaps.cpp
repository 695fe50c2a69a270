// Fewer heaps of server GC, and schedules that switch less often.
#include <cstdint>
#include <variant>

#include "harness/campaign/attempts.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// What lay in heaps that are gone lies in others.
void keep_heaps(Program& program, std::uint16_t heaps) {
  program.heap.server_heaps = heaps;
  if (heaps < 2) program.heap.balanced = false;
  for (Step& step : program.steps) {
    if (auto* const allocate = std::get_if<Allocate>(&step.action)) {
      if (heaps < 2) allocate->heap.reset();
      if (allocate->heap) allocate->heap = static_cast<std::uint16_t>(*allocate->heap % heaps);
    }
    auto* const collect = std::get_if<Collect>(&step.action);
    if (collect == nullptr) continue;
    if (heaps < 2) collect->telling.schedule.reset();
    if (collect->telling.started_by >= heaps) collect->telling.started_by = 0;
    if (!collect->telling.schedule) continue;
    std::erase_if(collect->telling.schedule->switches,
                  [heaps](const Switch& each) { return each.thread >= heaps; });
  }
}

bool fewer_switches(Attempts& attempts, std::size_t place) {
  const auto schedule = [&] {
    return std::get<Collect>(attempts.program().steps[place].action).telling.schedule.value_or(Schedule{});
  };
  bool smaller = false;
  // From the end on: what comes behind a switch is the switch's doing.
  for (std::size_t i = schedule().switches.size(); i > 0; --i) {
    if (i > schedule().switches.size()) continue;
    smaller |= attempts.edit_step<Collect>(place, [i](Collect& step) {
      auto& switches = step.telling.schedule->switches;
      switches.erase(switches.begin() + static_cast<std::ptrdiff_t>(i - 1));
    });
  }
  return smaller;
}

bool plainer_schedule(Attempts& attempts, std::size_t place) {
  const auto edit = [&](auto change) {
    return attempts.edit_step<Collect>(place, [&](Collect& step) { change(step.telling); });
  };
  const auto& step = std::get<Collect>(attempts.program().steps[place].action);
  bool smaller = step.telling.started_by != 0 && edit([](Telling& telling) { telling.started_by = 0; });
  if (!std::get<Collect>(attempts.program().steps[place].action).telling.schedule) return smaller;
  if (edit([](Telling& telling) { telling.schedule.reset(); })) return true;
  smaller |= edit([](Telling& telling) { telling.schedule->within = false; });
  // Who runs goes on; or each in turn.
  const auto become = [&](Schedule plainer) {
    return edit([&](Telling& telling) {
      plainer.within = telling.schedule->within;
      if (telling.schedule->kind != plainer.kind) telling.schedule = plainer;
    });
  };
  if (become({.kind = Schedule::Kind::kSwitches})) return true;
  smaller |= become({});
  smaller |= edit([](Telling& telling) {
    if (telling.schedule->changes != 0) --telling.schedule->changes;
  });
  smaller |= edit([](Telling& telling) { telling.schedule->seed = 0; });
  return fewer_switches(attempts, place) || smaller;
}

}  // namespace

bool simplify_heaps(Attempts& attempts) {
  bool smaller = false;
  for (std::uint16_t heaps = 0; heaps < attempts.program().heap.server_heaps; ++heaps) {
    if (!attempts.edit([heaps](Program& program) { keep_heaps(program, heaps); })) continue;
    smaller = true;
    break;
  }
  if (attempts.program().heap.balanced)
    smaller |= attempts.edit([](Program& program) { program.heap.balanced = false; });
  if (attempts.program().heap.server_heaps < 2) return smaller;
  for (std::size_t place = 0; place < attempts.program().steps.size(); ++place) {
    // An edit that is kept replaces the whole program: no reference to a step outlives it.
    const bool collects = std::holds_alternative<Collect>(attempts.program().steps[place].action);
    const bool allocates = std::holds_alternative<Allocate>(attempts.program().steps[place].action);
    if (collects) smaller |= plainer_schedule(attempts, place);
    if (allocates) {
      smaller |= attempts.edit_step<Allocate>(place, [](Allocate& step) { step.heap.reset(); });
    }
  }
  return smaller;
}

}  // namespace gcrucible::campaign
