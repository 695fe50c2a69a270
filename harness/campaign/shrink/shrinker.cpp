#include "harness/campaign/shrink/shrinker.h"

#include <variant>

#include "harness/campaign/attempts.h"

namespace gcrucible::campaign {

namespace {

// Whether every assembly is loaded directly before its first object. A scenario cannot express other loads.
// `program` must be valid.
bool loads_by_objects(const program::Program& program) {
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const auto* const load = std::get_if<program::LoadAssembly>(&program.steps[i].action);
    if (load == nullptr) continue;
    const auto* const next =
        i + 1 < program.steps.size() ? std::get_if<program::Allocate>(&program.steps[i + 1].action) : nullptr;
    if (next == nullptr || program.types[next->type].collectible != load->assembly) return false;
  }
  return true;
}

}  // namespace

bool Attempts::take(program::Program changed) {
  // A scenario needs at least one step.
  if (used_up() || changed.steps.empty()) return false;
  changed = program::without_unused(std::move(changed));
  if (!tried_.insert(key(changed)).second) return false;
  if (!program::validate(changed).empty() || !loads_by_objects(changed)) return false;
  const bool writable = writable_ && writable_(changed);
  if (is_writable_ && !writable) return false;
  ++trials_;
  if (!(*shows_)(changed)) return false;
  program_ = std::move(changed);
  is_writable_ = writable;
  return true;
}

Shrunk shrink(program::Program program, const TypePool& pool, const Shows& shows,
              const ShrinkSettings& settings) {
  Attempts attempts(program::without_unused(std::move(program)), pool, shows, settings.most_trials,
                    settings.writable, settings.switches);
  // A part may become removable after others are gone, so rounds repeat until nothing helps.
  for (bool smaller = true; smaller && !attempts.used_up();) {
    smaller = drop_steps(attempts);
    smaller |= simplify_setup(attempts, settings.plainer);
    smaller |= simplify_heaps(attempts);
    smaller |= simplify_together(attempts);
    smaller |= simplify_collections(attempts);
    smaller |= simplify_suspensions(attempts);
    smaller |= simplify_steps(attempts);
    smaller |= replace_steps(attempts);
  }
  return {.program = attempts.program(), .trials = attempts.trials(), .complete = !attempts.used_up()};
}

}  // namespace gcrucible::campaign
