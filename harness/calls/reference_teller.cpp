#include "harness/calls/reference_teller.h"

#include <algorithm>

#include "harness/program/random.h"
#include "harness/trace/callback_fields.h"

namespace gcrucible::calls {

using abi::CallbackMethod;

ReferenceTeller::ReferenceTeller(clr::Clr& clr, const program::Telling& telling)
    : clr_(&clr),
      telling_(&telling),
      goes_on_(std::ranges::any_of(telling.edits, [](const program::ReportEdit& edit) {
        return edit.kind == program::ReportEdit::Kind::kReferencesAfterError;
      })) {}

void ReferenceTeller::gather() {
  if (!clr_->profiler()->wants(CallbackMethod::kObjectReferences)) return;
  clr_->engine().walk_references(
      [&](sim::Address object, sim::TypeIndex type, std::span<const sim::Address> references) {
        rows_.push_back({object, type, static_cast<std::uint32_t>(references.size()), references_.size()});
        references_.insert(references_.end(), references.begin(), references.end());
        return true;
      });
  if (telling_->references_shuffle != 0) program::shuffle(rows_, telling_->references_shuffle);
}

void ReferenceTeller::tell(std::size_t call) {
  if (stopped_) return;
  const Row& row = rows_[call];
  stopped_ = !tell(row.object, row.type, std::span(references_).subspan(row.first, row.count));
}

void ReferenceTeller::stream() {
  clr_->engine().walk_references(
      [&](sim::Address object, sim::TypeIndex type, std::span<const sim::Address> references) {
        return tell(object, type, references);
      });
}

// An array of no references is a null array in the runtime (coreclr.md section 4).
bool ReferenceTeller::tell(sim::Address object, sim::TypeIndex type,
                           std::span<const sim::Address> references) {
  clr::Profiler& profiler = *clr_->profiler();
  if (!profiler.wants(CallbackMethod::kObjectReferences)) return false;
  const abi::ClassID class_id = clr_->classes().at(type).id;
  const auto count = static_cast<abi::ULONG>(references.size());
  abi::ObjectID* targets = count == 0 ? nullptr : const_cast<abi::ObjectID*>(references.data());
  const abi::HRESULT hr = profiler.call(
      CallbackMethod::kObjectReferences,
      [&] { return trace::fields::ObjectReferences(object, class_id, count, targets); },
      [&] { return profiler.level2()->ObjectReferences(object, class_id, count, targets); });
  return goes_on_ || !abi::failed(hr);
}

}  // namespace gcrucible::calls
