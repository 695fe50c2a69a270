#include "harness/calls/allocated_reporter.h"

#include <limits>

#include "harness/abi/monitor_flags.h"
#include "harness/calls/liberties.h"
#include "harness/clr/callbacks/raise.h"
#include "harness/program/random.h"

namespace gcrucible::calls {

using abi::CallbackMethod;

void AllocatedReporter::gather() {
  if (!clr_->profiler()->wants(CallbackMethod::kObjectsAllocatedByClass)) return;
  const bool by_flag = (clr_->mask().low() & abi::COR_PRF_MONITOR_OBJECT_ALLOCATED) != 0;
  if (clr_->runtime().allocated_by_class_needs_object_allocated && !by_flag) return;

  const engine::Engine& engine = clr_->engine();
  std::vector<abi::ULONG> counts(clr_->classes().all().size(), 0);
  std::vector<sim::TypeIndex> seen;
  const auto add = [&](sim::Address, sim::TypeIndex type) {
    if (counts[type]++ == 0) seen.push_back(type);
    return true;
  };
  if (clr_->runtime().allocated_by_class_counts_survivors) {
    engine.walk_generation(sim::Generation::k0, add);
  } else {
    const auto count = [&](sim::ObjectIndex made) {
      const auto object = engine.object(made);
      if (object && object->generation == sim::Generation::k0) add(0, object->type);
    };
    for (const sim::ObjectIndex made : engine.late_objects()) count(made);
    for (sim::ObjectIndex made = engine.first_new_object(); made < engine.object_count(); ++made) count(made);
  }
  for (const sim::TypeIndex type : seen) rows_.push_back({clr_->classes().at(type).id, counts[type]});
  edits_->apply(
      program::ReportPart::kObjectsAllocatedByClass, EntryEdits::Variant::kExact, rows_,
      [](const Row& row) {
        return EntryRow{.cells = {row.class_id, row.count}};
      },
      [](const EntryRow& row) {
        return Row{row.cells[0], static_cast<abi::ULONG>(row.cells[1])};
      });
  const program::Spread& spread = reporting_->allocated_by_class;
  if (spread.shuffle != 0) program::shuffle(rows_, spread.shuffle);
  // The runtime's limit applies to ranges and roots only.
  cuts_ = cuts(rows_.size(), spread.splits, std::numeric_limits<std::size_t>::max());
  divide();
}

// Calls add up, so a class may occur in several calls.
void AllocatedReporter::divide() {
  const Liberties liberties(*reporting_);
  if (!liberties.takes("allocated-by-class/divide")) return;
  constexpr std::uint64_t kMost = 5;
  program::Random random(liberties.key("allocated-by-class/divide"));
  std::vector<Row> rest;
  for (Row& row : rows_) {
    if (row.count < 2 || random.below(2) == 0) continue;
    const auto later = static_cast<abi::ULONG>(1 + random.below(row.count - 1));
    row.count -= later;
    rest.push_back({row.class_id, later});
  }
  const std::size_t first = rows_.size();
  for (Cut cut : cuts(rest.size(), {}, 1 + random.below(kMost))) {
    cut.first += first;
    cuts_.push_back(cut);
  }
  rows_.insert(rows_.end(), rest.begin(), rest.end());
}

void AllocatedReporter::report(std::size_t call) {
  clr::Profiler& profiler = *clr_->profiler();
  if (!profiler.wants(CallbackMethod::kObjectsAllocatedByClass)) return;
  classes_.clear();
  counts_.clear();
  const Cut& cut = cuts_[call];
  for (std::size_t i = cut.first; i < cut.first + cut.count; ++i) {
    classes_.push_back(rows_[i].class_id);
    counts_.push_back(rows_[i].count);
  }
  const auto count = static_cast<abi::ULONG>(classes_.size());
  profiler.raise<CallbackMethod::kObjectsAllocatedByClass>({}, count, classes_.data(), counts_.data());
}

}  // namespace gcrucible::calls
