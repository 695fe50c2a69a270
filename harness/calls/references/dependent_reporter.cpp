#include "harness/calls/references/dependent_reporter.h"

#include "harness/abi/abi.h"
#include "harness/calls/batch_limit.h"
#include "harness/clr/callbacks/raise.h"
#include "harness/program/random.h"

namespace gcrucible::calls {

using abi::CallbackMethod;

bool DependentReporter::wanted() const {
  const clr::Profiler& profiler = *clr_->profiler();
  return profiler.wants(CallbackMethod::kConditionalWeakTableElementReferences);
}

void DependentReporter::gather() {
  if (!wanted()) return;
  engine::Engine& engine = clr_->engine();
  for (const sim::Handle& handle : engine.handles()) {
    if (handle.freed || handle.kind != sim::HandleKind::kDependent) continue;
    // A pair needs both objects. An entry with one object alone is not documented, and .NET does not report
    // any.
    if (handle.object == sim::kNoObject || handle.secondary == sim::kNoObject) continue;
    rows_.push_back({engine.address_of(handle.object), engine.address_of(handle.secondary), handle.slot});
  }
  edits_->apply(
      program::ReportPart::kDependentHandles, EntryEdits::Variant::kExact, rows_,
      [](const Row& row) {
        return EntryRow{.cells = {row.key, row.value, row.handle}};
      },
      [](const EntryRow& row) {
        return Row{row.cells[0], row.cells[1], row.cells[2]};
      });
  const program::Spread& spread = reporting_->dependent_handles;
  if (spread.shuffle != 0) program::shuffle(rows_, spread.shuffle);
  cuts_ = cuts(rows_.size(), spread.splits, batch_limit(*reporting_, clr_->runtime()));
}

void DependentReporter::report(std::size_t call) {
  if (!wanted()) return;
  keys_.clear();
  values_.clear();
  handles_.clear();
  const Cut& cut = cuts_[call];
  for (std::size_t i = cut.first; i < cut.first + cut.count; ++i) {
    keys_.push_back(rows_[i].key);
    values_.push_back(rows_[i].value);
    handles_.push_back(rows_[i].handle);
  }
  clr::Profiler& profiler = *clr_->profiler();
  const auto count = static_cast<abi::ULONG>(keys_.size());
  profiler.raise<CallbackMethod::kConditionalWeakTableElementReferences>({}, count, keys_.data(),
                                                                         values_.data(), handles_.data());
}

}  // namespace gcrucible::calls
