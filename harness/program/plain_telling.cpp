#include "harness/program/plain_telling.h"

#include <variant>

namespace gcrucible::program {
namespace {

// ReportPart is in .NET's order. It is said, so that nobody takes it for a choice still to be drawn.
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
  // Nothing and 0 are the same; where nothing was drawn both tellings are.
  if (telling.interleave) made.interleave = 0;
  if (telling.schedule) made.schedule = Schedule{};
  // Some of them are things that happen: handles of the runtime's own, stack slots, threads that are told.
  made.liberties = telling.liberties;
  made.in_whole = true;
  made.suspension = telling.suspension;
  return made;
}

Program told_plainly(Program program) {
  bool together = false;
  for (Step& step : program.steps) {
    // Threads take turns before each callback: with fewer of them all later turns would come elsewhere.
    together |= std::holds_alternative<Together>(step.action);
    if (step.lane != kNothing) continue;
    if (auto* const collect = std::get_if<Collect>(&step.action); collect != nullptr && !collect->attach)
      collect->telling = told_plainly(collect->telling, program.runtime);
    if (auto* const load = std::get_if<LoadAssembly>(&step.action)) load->unload_order = 0;
  }
  // Nothing is drawn for other runtimes.
  program.tells_plainly = !together && (program.runtime.any_split || program.runtime.order.empty());
  return program;
}

}  // namespace gcrucible::program
