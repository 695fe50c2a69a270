#include <algorithm>
#include <string>

#include "harness/program/validate/problem_list.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::program {
namespace {

constexpr std::size_t kParts = static_cast<std::size_t>(ReportPart::kObjectReferences) + 1;
constexpr std::size_t kMostGenerations = 64;

void check_edit(const ReportEdit& edit, ProblemList& problems) {
  using Kind = ReportEdit::Kind;
  problems.check(edit.kind != Kind::kChangeRange || edit.ranges.size() == 1,
                 [&] { return "an edit changes one range into " + std::to_string(edit.ranges.size()); });
  problems.check(edit.ranges.empty() || edit.kind == Kind::kChangeRange || edit.kind == Kind::kReplaceRanges,
                 "an edit that takes no ranges has some");
  problems.check(edit.generations.empty() || edit.kind == Kind::kWrongGenerations,
                 "an edit that takes no generations has some");
  problems.check(edit.generations.size() <= kMostGenerations, [&] {
    return "an edit names more than " + std::to_string(kMostGenerations) + " generations";
  });
  problems.check(edit.kind != Kind::kWrongGenerations || !edit.generations.empty(),
                 "an edit of the generations has none");
}

}  // namespace

bool validate_load(const Program& program, const LoadAssembly& step, ProblemList& problems) {
  for (const std::uint32_t type : {step.loader, step.slots, step.scout}) {
    if (!problems.check(type < program.types.size(),
                        [&] { return "type " + std::to_string(type) + " does not exist"; }))
      return false;
  }
  return problems.check(reference_slots(program.types[step.loader], 1) >= 2 &&
                            program.types[step.slots].kind == TypeKind::kArray &&
                            program.types[step.scout].finalizer == Finalizer::kNormal,
                        "the runtime's objects for an assembly are not of the types that they have");
}

void validate_collect(const Collect& collect, ProblemList& problems) {
  if (!problems.check(
          collect.condemned <= Generation::k2,
          "a collection condemns generation 0, 1 or 2; the heaps of large and pinned objects come with 2")) {
    return;
  }
  for (std::size_t i = 0; i < collect.mode.size(); ++i) {
    const auto generation = static_cast<Generation>(i);
    const Mode mode = collect.mode[i];
    if (mode == Mode::kPolicy) continue;
    problems.check(condemns(collect.condemned, generation),
                   "a mode is given for a generation that this collection does not condemn");
    problems.check(generation != Generation::kPinned || mode == Mode::kSweep,
                   "the pinned object heap never compacts");
  }
  const Reporting& reporting = collect.reporting;
  if (!reporting.order.empty()) {
    std::vector<ReportPart> order = reporting.order;
    std::ranges::sort(order);
    problems.check(order.size() == kParts && std::ranges::adjacent_find(order) == order.end(),
                   "the order of the report's parts does not name each of them once");
  }
  for (const ReportEdit& edit : reporting.edits) check_edit(edit, problems);
  validate_overrides(reporting.overrides, problems);
  validate_entries(reporting.entries, problems);
}

void validate_provisional(const Program& program, std::size_t place, ProblemList& problems) {
  const auto* const step = std::get_if<Collect>(&program.steps[place].action);
  if (step == nullptr || !step->provisional) return;
  problems.check(program.runtime.full_without_start, [&] {
    return "runtime " + program.runtime.name +
           " reports no collection without its GarbageCollectionStarted; leave `provisional` out, or write "
           "`runtime: net10`";
  });
  problems.check(
      step->condemned == Generation::k2 && !step->induced,
      "a provisional collection is a full one that is not induced; write `generation: 2, reason: other`");
  const Step* const before = place == 0 ? nullptr : &program.steps[place - 1];
  const auto* const young = before == nullptr ? nullptr : std::get_if<Collect>(&before->action);
  if (!problems.check(young != nullptr && before->lane == program.steps[place].lane &&
                          young->condemned == Generation::k1 && young->mode[0] == Mode::kSweep &&
                          young->mode[1] == Mode::kSweep,
                      "a provisional collection goes on from a swept one of generation 1; write `collect: "
                      "{generation: 1, sweep: [0, 1]}` as the step before"))
    return;
  problems.check(step->thread == young->thread,
                 "a provisional collection is on the thread of the one before; leave `thread` out, or write "
                 "the same");
  problems.check(
      step->reporting.suspension.empty(),
      "a provisional collection has no suspension of its own; set how threads stop in the one before");
  problems.check(
      !step->attach && !young->attach,
      "the profiler cannot attach inside a collection that goes on as a provisional one; attach before it");
}

}  // namespace gcrucible::program
