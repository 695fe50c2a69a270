#include "harness/program/plain_reporting.h"

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

Reporting played_plainly(const Reporting& reporting, const RuntimeProfile& runtime) {
  Reporting made;
  made.edits = reporting.edits;
  made.overrides = reporting.overrides;
  made.entries = reporting.entries;
  if (runtime.order.empty()) made.order = usual_order();
  // No value and 0 mean the same. Without a random choice, the value is missing in both.
  if (reporting.interleave) made.interleave = 0;
  if (reporting.schedule) made.schedule = Schedule{};
  // Some liberties change what happens: handles of the runtime, stack slots, threads that report their own
  // stop.
  made.liberties = reporting.liberties;
  made.in_whole = true;
  made.suspension = reporting.suspension;
  return made;
}

Program played_plainly(Program program) {
  bool together = false;
  for (Step& step : program.steps) {
    // Threads take turns before each callback. With fewer callbacks, all later turns would come at other
    // places.
    together |= std::holds_alternative<Together>(step.action);
    if (step.lane != kNothing) continue;
    if (auto* const collect = std::get_if<Collect>(&step.action); collect != nullptr && !collect->attach)
      collect->reporting = played_plainly(collect->reporting, program.runtime);
    if (auto* const load = std::get_if<LoadAssembly>(&step.action)) load->unload_order = 0;
  }
  // Other runtimes have no random choices.
  program.is_plain = !together && (program.runtime.any_split || program.runtime.order.empty());
  return program;
}

}  // namespace gcrucible::program
