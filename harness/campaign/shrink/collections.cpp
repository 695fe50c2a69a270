// Simplifies collections: kind, modes and reporting.
#include <variant>

#include "harness/campaign/attempts.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// Tries each size once, from the last to the first. Further changes are left to the next round.
bool plainer_splits(Attempts& attempts, std::size_t place, std::vector<std::uint32_t>& (*splits)(Telling&)) {
  bool smaller = false;
  Telling telling = std::get<Collect>(attempts.program().steps[place].action).telling;
  for (std::size_t i = splits(telling).size(); i > 0; --i) {
    smaller |= attempts.edit_step<Collect>(place, [&](Collect& each) {
      std::vector<std::uint32_t>& sizes = splits(each.telling);
      sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(i - 1));
    });
  }
  return smaller;
}

bool plainer_telling(Attempts& attempts, std::size_t place) {
  const auto edit = [&](auto change) {
    return attempts.edit_step<Collect>(place, [&](Collect& step) { change(step.telling); });
  };
  if (edit([](Telling& telling) { telling = {}; })) return true;
  bool smaller = edit([](Telling& telling) {
    telling.order.clear();
    if (telling.interleave) telling.interleave = 0;
  });
  smaller |= edit([](Telling& telling) {
    if (telling.interleave) telling.interleave = 0;
  });
  smaller |= edit([](Telling& telling) {
    if (telling.liberties) telling.liberties = 0;
  });
  // Remove the setting entirely if the runtime makes no random choice.
  smaller |= edit([](Telling& telling) { telling.interleave.reset(); });
  smaller |= edit([](Telling& telling) { telling.liberties.reset(); });
  // On success the step at `place` is no longer the collection.
  if (plainer_liberties(attempts, place)) return true;
  smaller |= edit([](Telling& telling) { telling.batch_limit = 0; });
  smaller |= edit([](Telling& telling) { telling.splits.clear(); });
  smaller |= edit([](Telling& telling) { telling.shuffle = 0; });
  // Another order often suffices if it is not the default order.
  for (std::uint64_t key = 1; key <= kShortKeys; ++key) {
    const bool shorter = edit([key](Telling& telling) {
      if (telling.shuffle > kShortKeys) telling.shuffle = key;
    });
    smaller |= shorter;
    if (shorter) break;
  }
  smaller |= edit([](Telling& telling) { telling.roots = {}; });
  smaller |= edit([](Telling& telling) { telling.dependent_handles = {}; });
  smaller |= edit([](Telling& telling) { telling.allocated_by_class = {}; });
  smaller |= edit([](Telling& telling) { telling.queued_shuffle = 0; });
  smaller |= edit([](Telling& telling) { telling.references_shuffle = 0; });
  smaller |= edit([](Telling& telling) { telling.root_pairs = 0; });
  using Sizes = std::vector<std::uint32_t>&;
  smaller |= plainer_splits(attempts, place, [](Telling& telling) -> Sizes { return telling.splits; });
  smaller |= plainer_splits(attempts, place, [](Telling& telling) -> Sizes { return telling.roots.splits; });
  smaller |= plainer_splits(attempts, place,
                            [](Telling& telling) -> Sizes { return telling.dependent_handles.splits; });
  return plainer_splits(attempts, place,
                        [](Telling& telling) -> Sizes { return telling.allocated_by_class.splits; }) ||
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
  return plainer_telling(attempts, place) || smaller;
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
        if (auto* const collect = std::get_if<Collect>(&step.action)) collect->telling = {};
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
