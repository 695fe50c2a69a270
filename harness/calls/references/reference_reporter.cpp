#include "harness/calls/references/reference_reporter.h"

#include <algorithm>

#include "harness/clr/callbacks/raise.h"
#include "harness/program/random.h"

namespace gcrucible::calls {

using abi::CallbackMethod;

ReferenceReporter::ReferenceReporter(clr::Clr& clr, const program::Reporting& reporting, EntryEdits& entries,
                                     ReportEdits& edits)
    : clr_(&clr),
      reporting_(&reporting),
      entries_(&entries),
      edits_(&edits),
      goes_on_(edits.any(program::ReportEdit::Kind::kReferencesAfterError)) {}

void ReferenceReporter::gather() {
  if (!clr_->profiler()->wants(CallbackMethod::kObjectReferences)) return;
  const auto add = [&](sim::Address object, sim::TypeIndex type, std::span<const sim::Address> references) {
    rows_.push_back({object, clr_->classes().at(type).id, static_cast<std::uint32_t>(references.size()),
                     references_.size()});
    references_.insert(references_.end(), references.begin(), references.end());
    return true;
  };
  const engine::Engine& engine = clr_->engine();
  for (std::uint16_t heap = 0; heap < engine.heaps(); ++heap) engine.walk_references(heap, add);
  edit();
  if (reporting_->references_shuffle != 0) program::shuffle(rows_, reporting_->references_shuffle);
}

void ReferenceReporter::edit() {
  std::vector<sim::Address> references;
  entries_->apply(
      program::ReportPart::kObjectReferences, EntryEdits::Variant::kExact, rows_,
      [&](const Row& row) {
        const auto first = references_.begin() + static_cast<std::ptrdiff_t>(row.first);
        return EntryRow{.cells = {row.object, row.class_id}, .list = {first, first + row.count}};
      },
      [&](const EntryRow& row) {
        const std::size_t first = references.size();
        references.insert(references.end(), row.list.begin(), row.list.end());
        return Row{row.cells[0], row.cells[1], static_cast<std::uint32_t>(row.list.size()), first};
      });
  if (entries_->any(program::ReportPart::kObjectReferences)) references_ = std::move(references);
}

void ReferenceReporter::report(std::size_t call) {
  if (stopped_) return;
  const Row& row = rows_[call];
  stopped_ = !report(row.object, row.class_id, std::span(references_).subspan(row.first, row.count));
}

void ReferenceReporter::stream() {
  const auto reported = [&](sim::Address object, sim::TypeIndex type,
                            std::span<const sim::Address> references) {
    return report(object, clr_->classes().at(type).id, references);
  };
  const engine::Engine& engine = clr_->engine();
  for (std::uint16_t heap = 0; heap < engine.heaps(); ++heap) engine.walk_references(heap, reported);
}

// For an object without references, the runtime passes a null array (dotnet/runtime gcenv.ee.cpp).
bool ReferenceReporter::report(sim::Address object, abi::ClassID class_id,
                               std::span<const sim::Address> references) {
  clr::Profiler& profiler = *clr_->profiler();
  if (!profiler.wants(CallbackMethod::kObjectReferences)) return false;
  const auto count = static_cast<abi::ULONG>(references.size());
  abi::ObjectID* targets = count == 0 ? nullptr : const_cast<abi::ObjectID*>(references.data());
  const abi::HRESULT hr =
      profiler.raise<CallbackMethod::kObjectReferences>({}, object, class_id, count, targets);
  if (goes_on_) {
    constexpr auto kKind = program::ReportEdit::Kind::kReferencesAfterError;
    abi::failed(hr) ? edits_->applied(kKind) : edits_->missed(kKind, program::Unapplied::kSucceeded);
  }
  return goes_on_ || !abi::failed(hr);
}

}  // namespace gcrucible::calls
