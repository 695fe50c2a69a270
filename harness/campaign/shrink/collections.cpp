// Simplifies collections: kind, modes and reporting.
#include <variant>

#include "harness/campaign/attempts.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// Tries each size once, from the last to the first. Further changes are left to the next round.
bool plainer_splits(Attempts& attempts, std::size_t place,
                    std::vector<std::uint32_t>& (*splits)(Reporting&)) {
  bool smaller = false;
  Reporting reporting = std::get<Collect>(attempts.program().steps[place].action).reporting;
  for (std::size_t i = splits(reporting).size(); i > 0; --i) {
    smaller |= attempts.edit_step<Collect>(place, [&](Collect& each) {
      std::vector<std::uint32_t>& sizes = splits(each.reporting);
      sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(i - 1));
    });
  }
  return smaller;
}

bool plainer_reporting(Attempts& attempts, std::size_t place) {
  const auto edit = [&](auto change) {
    return attempts.edit_step<Collect>(place, [&](Collect& step) { change(step.reporting); });
  };
  if (edit([](Reporting& reporting) { reporting = {}; })) return true;
  bool smaller = edit([](Reporting& reporting) {
    reporting.order.clear();
    if (reporting.interleave) reporting.interleave = 0;
  });
  smaller |= edit([](Reporting& reporting) {
    if (reporting.interleave) reporting.interleave = 0;
  });
  smaller |= edit([](Reporting& reporting) {
    if (reporting.liberties) reporting.liberties = 0;
  });
  // Remove the setting entirely if the runtime makes no random choice.
  smaller |= edit([](Reporting& reporting) { reporting.interleave.reset(); });
  smaller |= edit([](Reporting& reporting) { reporting.liberties.reset(); });
  // On success the step at `place` is no longer the collection.
  if (plainer_liberties(attempts, place)) return true;
  smaller |= edit([](Reporting& reporting) { reporting.batch_limit = 0; });
  smaller |= edit([](Reporting& reporting) { reporting.splits.clear(); });
  smaller |= edit([](Reporting& reporting) { reporting.shuffle = 0; });
  // Another order often suffices if it is not the default order.
  for (std::uint64_t key = 1; key <= kShortKeys; ++key) {
    const bool shorter = edit([key](Reporting& reporting) {
      if (reporting.shuffle > kShortKeys) reporting.shuffle = key;
    });
    smaller |= shorter;
    if (shorter) break;
  }
  smaller |= edit([](Reporting& reporting) { reporting.roots = {}; });
  smaller |= edit([](Reporting& reporting) { reporting.dependent_handles = {}; });
  smaller |= edit([](Reporting& reporting) { reporting.allocated_by_class = {}; });
  smaller |= edit([](Reporting& reporting) { reporting.queued_shuffle = 0; });
  smaller |= edit([](Reporting& reporting) { reporting.references_shuffle = 0; });
  smaller |= edit([](Reporting& reporting) { reporting.root_pairs = 0; });
  using Sizes = std::vector<std::uint32_t>&;
  smaller |= plainer_splits(attempts, place, [](Reporting& reporting) -> Sizes { return reporting.splits; });
  smaller |=
      plainer_splits(attempts, place, [](Reporting& reporting) -> Sizes { return reporting.roots.splits; });
  smaller |= plainer_splits(attempts, place,
                            [](Reporting& reporting) -> Sizes { return reporting.dependent_handles.splits; });
  return plainer_splits(attempts, place,
                        [](Reporting& reporting) -> Sizes { return reporting.allocated_by_class.splits; }) ||
         smaller;
}

bool plainer_collection(Attempts& attempts, std::size_t place) {
  const auto edit = [&](auto change) { return attempts.edit_step<Collect>(place, change); };
  bool smaller = edit([](Collect& step) { step.attach.reset(); });
  smaller |= edit([](Collect& step) { step.provisional = false; });
  for (const Generation lower : {Generation::k0, Generation::k1}) {
    smaller |= edit([&](Collect& step) {
      if (step.condemned <= lower) return;
      step.condemned = lower;
      for (std::size_t i = static_cast<std::size_t>(lower) + 1; i < step.mode.size(); ++i) step.mode[i] = {};
    });
  }
  smaller |= edit([](Collect& step) { step.mode = {}; });
  for (std::size_t i = Collect{}.mode.size(); i > 0; --i)
    smaller |= edit([&](Collect& step) { step.mode[i - 1] = {}; });
  smaller |= edit([](Collect& step) { step.destination.reset(); });
  smaller |= edit([](Collect& step) { step.pinned.reset(); });
  smaller |= edit([](Collect& step) { step.promote = true; });
  smaller |= edit([](Collect& step) { step.induced = true; });
  smaller |= edit([](Collect& step) { step.thread = 0; });
  return plainer_reporting(attempts, place) || smaller;
}

}  // namespace

bool simplify_collections(Attempts& attempts) {
  bool smaller = false;
  for (std::size_t place = 0; place < attempts.program().steps.size(); ++place) {
    if (std::holds_alternative<Collect>(attempts.program().steps[place].action))
      smaller |= plainer_collection(attempts, place);
  }
  return smaller;
}

bool simplify_setup(Attempts& attempts, const RuntimeProfile* plainer) {
  bool smaller = false;
  if (plainer != nullptr) {
    // Choices that the other runtime would not make are useless there, or are the whole cause.
    smaller |= attempts.edit([&](Program& program) {
      program.runtime = *plainer;
      for (Step& step : program.steps) {
        if (auto* const collect = std::get_if<Collect>(&step.action)) collect->reporting = {};
      }
    });
    smaller |= attempts.edit([&](Program& program) { program.runtime = *plainer; });
  }
  smaller |= attempts.edit([](Program& program) { program.failing.clear(); });
  smaller |= attempts.edit([](Program& program) {
    for (InfoFailure& each : program.failing) each.which = 0;
  });
  smaller |= attempts.edit([](Program& program) { program.heap = {}, program.life = {}; });
  smaller |= attempts.edit([](Program& program) { program.heap.backing = {}; });
  smaller |= attempts.edit([](Program& program) { program.heap.destination = {}; });
  smaller |= attempts.edit([](Program& program) { program.heap.slide = 0; });
  smaller |= attempts.edit([](Program& program) { program.heap.spacing = 0; });
  smaller |= attempts.edit([](Program& program) { program.heap.range_length = {}; });
  smaller |= attempts.edit([](Program& program) { program.heap.finalizers_run = true; });
  smaller |= attempts.edit([](Program& program) { program.heap.quarantine = HeapSpec{}.quarantine; });
  smaller |= attempts.edit([](Program& program) { program.life.exit = {}; });
  smaller |= attempts.edit([](Program& program) {
    program.life.load = {};
    std::erase_if(program.steps,
                  [](const Step& step) { return std::holds_alternative<Attach>(step.action); });
    for (Step& step : program.steps) {
      if (auto* const collect = std::get_if<Collect>(&step.action)) collect->attach.reset();
    }
  });
  smaller |= attempts.edit([](Program& program) {
    for (std::size_t i = 1; i < program.threads.size(); ++i) program.threads[i].name.clear();
  });
  // The default seed of scenarios.
  const std::uint64_t usual = attempts.pool().program().seed;
  smaller |= attempts.edit([&](Program& program) { program.seed = usual; });
  constexpr std::uint64_t kMostTried = 8;
  for (std::uint64_t seed = 0; seed < kMostTried && attempts.program().seed > kMostTried; ++seed)
    smaller |= attempts.edit([&](Program& program) { program.seed = seed; });
  return smaller;
}

}  // namespace gcrucible::campaign
