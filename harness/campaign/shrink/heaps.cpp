// Shrinks server GC: fewer heaps, and schedules with fewer switches.
#include <cstdint>
#include <variant>

#include "harness/campaign/attempts.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// Reduces the number of heaps. Objects of removed heaps go to the remaining heaps.
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
    if (heaps < 2) collect->reporting.schedule.reset();
    if (collect->reporting.started_by >= heaps) collect->reporting.started_by = 0;
    if (!collect->reporting.schedule) continue;
    std::erase_if(collect->reporting.schedule->switches,
                  [heaps](const Switch& each) { return each.thread >= heaps; });
  }
}

bool plainer_collection(Attempts& attempts, std::size_t place) {
  const auto& step = std::get<Collect>(attempts.program().steps[place].action);
  const bool smaller =
      step.reporting.started_by != 0 &&
      attempts.edit_step<Collect>(place, [](Collect& each) { each.reporting.started_by = 0; });
  return plainer_schedule(attempts, place) || smaller;
}

bool fewer_heaps(Attempts& attempts) {
  const std::uint64_t heaps = attempts.program().heap.server_heaps;
  const auto keeps = [&](std::uint64_t fewer) {
    return fewer < heaps && attempts.edit([fewer](Program& program) {
      keep_heaps(program, static_cast<std::uint16_t>(fewer));
    });
  };
  for (const std::uint64_t few : {0, 1, 2}) {
    if (keeps(few)) return true;
  }
  return reduce(attempts, 3, heaps, keeps);
}

}  // namespace

bool simplify_heaps(Attempts& attempts) {
  bool smaller = fewer_heaps(attempts);
  if (attempts.program().heap.balanced)
    smaller |= attempts.edit([](Program& program) { program.heap.balanced = false; });
  if (attempts.program().heap.server_heaps < 2) return smaller;
  for (std::size_t place = 0; place < attempts.program().steps.size(); ++place) {
    // A successful edit replaces the whole program, so references to steps become invalid.
    const bool collects = std::holds_alternative<Collect>(attempts.program().steps[place].action);
    const bool allocates = std::holds_alternative<Allocate>(attempts.program().steps[place].action);
    if (collects) smaller |= plainer_collection(attempts, place);
    if (allocates) {
      smaller |= attempts.edit_step<Allocate>(place, [](Allocate& step) { step.heap.reset(); });
    }
  }
  return smaller;
}

}  // namespace gcrucible::campaign
