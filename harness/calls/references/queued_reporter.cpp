#include "harness/calls/references/queued_reporter.h"

#include <algorithm>

#include "harness/clr/callbacks/raise.h"
#include "harness/program/random.h"

namespace gcrucible::calls {

using abi::CallbackMethod;

void QueuedReporter::gather(const sim::Collection& collection, std::optional<std::uint16_t> heap) {
  if (!clr_->profiler()->wants(CallbackMethod::kFinalizeableObjectQueued)) return;
  const sim::Heap& objects = clr_->engine().heap();
  const auto add = [&](const sim::FinalizableObject& queued) {
    const sim::Address address = clr_->engine().address_of(queued.object);
    if (heap) {
      const auto range = objects.range_covering(address);
      if (!range || objects.ranges()[*range].heap != *heap) return;
    }
    rows_.push_back(
        {.object = address, .flags = queued.critical ? abi::DWORD{abi::COR_PRF_FINALIZER_CRITICAL} : 0});
  };
  // Ordinary finalizers come first, as in .NET 10. No order is documented, so random choices shuffle the
  // calls if the order is free.
  if (clr_->runtime().repeats_queued_finalizable) {
    std::ranges::for_each(collection.finalization.ordinary(), add);
    std::ranges::for_each(collection.finalization.critical(), add);
  } else {
    std::ranges::for_each(collection.queued, add);
  }
  edits_->apply(
      program::ReportPart::kFinalizeableObjectQueued, EntryEdits::Variant::kExact, rows_,
      [](const Row& row) {
        return EntryRow{.cells = {row.object, row.flags}};
      },
      [](const EntryRow& row) {
        return Row{row.cells[0], static_cast<abi::DWORD>(row.cells[1])};
      });
  if (reporting_->queued_shuffle != 0) program::shuffle(rows_, reporting_->queued_shuffle);
}

void QueuedReporter::report(std::size_t call) {
  clr::Profiler& profiler = *clr_->profiler();
  if (!profiler.wants(CallbackMethod::kFinalizeableObjectQueued)) return;
  const Row& row = rows_[call];
  profiler.raise<CallbackMethod::kFinalizeableObjectQueued>({}, row.flags, row.object);
}

}  // namespace gcrucible::calls
