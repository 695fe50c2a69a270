#include "harness/program/choices.h"

#include <variant>

#include "harness/program/random.h"

namespace gcrucible::program {

namespace {

// Small batches, so that a report is split even in small heaps; 0 is the empty call that nothing forbids.
constexpr std::uint64_t kLargestBatch = 5;
constexpr std::uint64_t kMostSplits = 12;

std::vector<std::uint32_t> draw_splits(std::uint64_t key) {
  Random random(key);
  std::vector<std::uint32_t> splits;
  // One at least: none would look like a choice that is still to be drawn.
  for (std::uint64_t left = 1 + random.below(kMostSplits); left > 0; --left) {
    splits.push_back(static_cast<std::uint32_t>(random.below(kLargestBatch + 1)));
  }
  return splits;
}

std::vector<ReportPart> draw_order(std::uint64_t key) {
  std::vector<ReportPart> order;
  for (int part = 0; part <= static_cast<int>(ReportPart::kObjectReferences); ++part) {
    order.push_back(static_cast<ReportPart>(part));
  }
  shuffle(order, key);
  return order;
}

}  // namespace

void draw_choices(Program& program) {
  std::uint64_t collection = 0;
  for (Step& step : program.steps) {
    auto* collect = std::get_if<Collect>(&step.action);
    if (collect == nullptr) continue;
    ++collection;
    Telling& telling = collect->telling;
    if (program.runtime.order.empty() && telling.order.empty()) {
      telling.order = draw_order(choice_key(program.seed, collection, "order"));
    }
    if (program.runtime.any_split && telling.splits.empty() && telling.batch_limit == 0) {
      telling.splits = draw_splits(choice_key(program.seed, collection, "splits"));
    }
    // Edits name ranges by their place in the honest report, which a shuffle must not change.
    if (program.runtime.any_split && telling.shuffle == 0 && telling.edits.empty()) {
      telling.shuffle = choice_key(program.seed, collection, "shuffle") | 1;
    }
  }
}

}  // namespace gcrucible::program
