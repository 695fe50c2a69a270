#include "harness/program/plain_telling.h"

#include <variant>

namespace gcrucible::program {
namespace {

// ReportPart is in .NET's order. The order is set explicitly, because an empty order means that the choice is
// still open.
std::vector<ReportPart> usual_order() {
  std::vector<ReportPart> order;
  for (int part = 0; part <= static_cast<int>(ReportPart::kObjectReferences); ++part)
    order.push_back(static_cast<ReportPart>(part));
  return order;
}

}  // namespace

Telling told_plainly(const Telling& telling, const RuntimeProfile& runtime) {
  Telling made;
  made.edits = telling.edits;
  made.overrides = telling.overrides;
  made.entries = telling.entries;
  if (runtime.order.empty()) made.order = usual_order();
  // No value and 0 mean the same. Without a random choice, the value is missing in both tellings.
  if (telling.interleave) made.interleave = 0;
  if (telling.schedule) made.schedule = Schedule{};
  // Some liberties change what happens: handles of the runtime, stack slots, threads that report their own
  // stop.
  made.liberties = telling.liberties;
  made.in_whole = true;
  made.suspension = telling.suspension;
  return made;
}

Program told_plainly(Program program) {
  bool together = false;
  for (Step& step : program.steps) {
    // Threads take turns before each callback. With fewer callbacks, all later turns would come at other
    // places.
    together |= std::holds_alternative<Together>(step.action);
    if (step.lane != kNothing) continue;
    if (auto* const collect = std::get_if<Collect>(&step.action); collect != nullptr && !collect->attach)
      collect->telling = told_plainly(collect->telling, program.runtime);
    if (auto* const load = std::get_if<LoadAssembly>(&step.action)) load->unload_order = 0;
  }
  // Other runtimes have no random choices.
  program.tells_plainly = !together && (program.runtime.any_split || program.runtime.order.empty());
  return program;
}

}  // namespace gcrucible::program
