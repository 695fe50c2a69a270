#include "harness/calls/references/root_reporter.h"

#include "harness/calls/batch_limit.h"
#include "harness/clr/callbacks/raise.h"
#include "harness/program/random.h"

namespace gcrucible::calls {

using abi::CallbackMethod;

RootReporter::RootReporter(clr::Clr& clr, const program::Reporting& reporting, const RootIds& ids,
                           EntryEdits& edits)
    : clr_(&clr), reporting_(&reporting), ids_(&ids), edits_(&edits), liberties_(reporting) {}

void RootReporter::gather() {
  const clr::Profiler& profiler = *clr_->profiler();
  if (!profiler.wants(CallbackMethod::kRootReferences2) && !profiler.wants(CallbackMethod::kRootReferences)) {
    return;
  }
  add_roots(sim::RootKind::kStack);
  // In the reverse of FinalizeableObjectQueued's order (finalizers.jsonl).
  const sim::FinalizationQueue& finalization = clr_->engine().finalization();
  for (const auto& due : {finalization.critical(), finalization.ordinary()}) {
    for (const sim::FinalizableObject& queued : due) {
      add(clr_->engine().address_of(queued.object), abi::COR_PRF_GC_ROOT_FINALIZER, 0,
          opaque_id(rows_.size()));
    }
  }
  add_roots(sim::RootKind::kStatic);
  add_handles();
  const bool own_batches = liberties_.takes("roots/batches");
  differ_ = edits_->differ() || own_batches;
  if (differ_) older_ = rows_;
  edit(EntryEdits::Variant::kExact, rows_);
  edit(EntryEdits::Variant::kOlder, older_);
  const auto cut = [this](std::vector<Row>& rows, const std::vector<std::uint32_t>& splits) {
    if (reporting_->roots.shuffle != 0) program::shuffle(rows, reporting_->roots.shuffle);
    return cuts(rows.size(), splits, batch_limit(*reporting_, clr_->runtime()));
  };
  cuts_ = cut(rows_, reporting_->roots.splits);
  if (differ_) older_cuts_ = cut(older_, own_batches ? older_splits() : reporting_->roots.splits);
}

std::vector<std::uint32_t> RootReporter::older_splits() const {
  constexpr std::uint64_t kMost = 5;
  program::Random random(liberties_.key("roots/batches"));
  // Enough for calls of at least one root each. No empty calls.
  std::vector<std::uint32_t> splits(older_.size());
  for (std::uint32_t& each : splits) each = static_cast<std::uint32_t>(1 + random.below(kMost));
  return splits;
}

abi::UINT_PTR RootReporter::opaque_id(std::size_t root) const {
  if (!liberties_.takes("roots/ids")) return 0;
  // Within the 48 bits of addresses.
  constexpr int kTop = 16;
  return program::choice_key(liberties_.key("roots/ids"), root, "id") >> kTop | 1;
}

void RootReporter::edit(EntryEdits::Variant variant, std::vector<Row>& rows) {
  edits_->apply(
      program::ReportPart::kRoots, variant, rows,
      [](const Row& row) {
        const auto kind = static_cast<std::uint32_t>(row.kind);
        const auto flags = static_cast<std::uint32_t>(row.flags);
        return EntryRow{.cells = {row.object, kind, flags, row.id}};
      },
      [](const EntryRow& row) {
        return Row{.object = row.cells[0],
                   .id = row.cells[3],
                   .kind = static_cast<abi::COR_PRF_GC_ROOT_KIND>(row.cells[1]),
                   .flags = static_cast<abi::COR_PRF_GC_ROOT_FLAGS>(row.cells[2])};
      });
}

void RootReporter::add(abi::ObjectID object, abi::COR_PRF_GC_ROOT_KIND kind, std::uint32_t flags,
                       abi::UINT_PTR id) {
  rows_.push_back({object, id, kind, static_cast<abi::COR_PRF_GC_ROOT_FLAGS>(flags)});
}

void RootReporter::add_roots(sim::RootKind kind) {
  engine::Engine& engine = clr_->engine();
  for (const sim::Root& root : engine.roots()) {
    if (root.removed || root.kind != kind) continue;
    std::uint32_t flags = 0;
    const bool empty = root.object == sim::kNoObject;
    if (root.pinned && !empty) flags |= abi::COR_PRF_GC_ROOT_PINNING;
    // The containing object is reported, with the flag for an interior pointer (GC-ROOT-012).
    if (root.interior_offset != 0 && !empty) flags |= abi::COR_PRF_GC_ROOT_INTERIOR;
    const abi::ObjectID object = engine.address_of(root.object);
    if (kind == sim::RootKind::kStack) {
      const abi::FunctionID function = root.frame < ids_->functions.size() ? ids_->functions[root.frame] : 0;
      add(object, abi::COR_PRF_GC_ROOT_STACK, flags, function);
    } else {
      add(object, abi::COR_PRF_GC_ROOT_OTHER, flags, opaque_id(rows_.size()));
    }
  }
}

void RootReporter::add_handles() {
  engine::Engine& engine = clr_->engine();
  for (const sim::Handle& handle : engine.handles()) {
    if (handle.freed || handle.kind == sim::HandleKind::kDependent) continue;
    std::uint32_t flags = 0;
    switch (handle.kind) {
      case sim::HandleKind::kWeakShort:
      case sim::HandleKind::kWeakLong:
        flags = abi::COR_PRF_GC_ROOT_WEAKREF;
        break;
      case sim::HandleKind::kPinned:
        flags = abi::COR_PRF_GC_ROOT_PINNING;
        break;
      case sim::HandleKind::kRefCounted:
        flags = abi::COR_PRF_GC_ROOT_REFCOUNTED;
        if (handle.count == 0) flags |= abi::COR_PRF_GC_ROOT_WEAKREF;
        break;
      case sim::HandleKind::kStrong:
      case sim::HandleKind::kDependent:
        break;
    }
    add(engine.address_of(handle.object), abi::COR_PRF_GC_ROOT_HANDLE, flags, handle.slot);
  }
}

// The documentation does not state which of the two comes first. If a failing RootReferences2 suppresses
// RootReferences, RootReferences2 comes first.
bool RootReporter::legacy_first(std::size_t call) const {
  if (reporting_->root_pairs == 0 || clr_->runtime().root_references2_failure_skips_legacy) return false;
  return (program::choice_key(reporting_->root_pairs, call, "legacy first") & 1) != 0;
}

void RootReporter::take(const std::vector<Row>& rows, const Cut& cut) {
  objects_.clear();
  kinds_.clear();
  flags_.clear();
  ids_reported_.clear();
  for (std::size_t i = cut.first; i < cut.first + cut.count; ++i) {
    objects_.push_back(rows[i].object);
    kinds_.push_back(rows[i].kind);
    flags_.push_back(rows[i].flags);
    ids_reported_.push_back(rows[i].id);
  }
}

void RootReporter::report(std::size_t call) {
  // Checked once for both calls. If the first call clears the mask, the change applies from the next batch on
  // (.NET 10, recorded).
  wants_exact_ = clr_->profiler()->wants(CallbackMethod::kRootReferences2);
  wants_legacy_ = clr_->profiler()->wants(CallbackMethod::kRootReferences);
  if (!differ_) take(rows_, cuts_[call]);
  if (legacy_first(call)) {
    report_legacy(call, clr::BatchPart::kFirst);
    // .NET does not have this order, so a single check for both is not known behaviour.
    wants_exact_ = clr_->profiler()->wants(CallbackMethod::kRootReferences2);
    report_exact(call);
  } else if (report_exact(call) || !clr_->runtime().root_references2_failure_skips_legacy) {
    const bool goes_on = wants_exact_ && clr_->runtime().delivers_older_call_while_detaching;
    report_legacy(call, goes_on ? clr::BatchPart::kAnother : clr::BatchPart::kFirst);
  }
}

bool RootReporter::report_exact(std::size_t call) {
  if (differ_) {
    if (call >= cuts_.size()) return true;
    take(rows_, cuts_[call]);
  }
  clr::Profiler& profiler = *clr_->profiler();
  if (!wants_exact_) return true;
  const auto count = static_cast<abi::ULONG>(objects_.size());
  return abi::succeeded(profiler.raise<CallbackMethod::kRootReferences2>(
      {}, count, objects_.data(), kinds_.data(), flags_.data(), ids_reported_.data()));
}

void RootReporter::report_legacy(std::size_t call, clr::BatchPart part) {
  if (differ_) {
    if (call >= older_cuts_.size()) return;
    take(older_, older_cuts_[call]);
  }
  clr::Profiler& profiler = *clr_->profiler();
  if (!wants_legacy_) return;
  const auto count = static_cast<abi::ULONG>(objects_.size());
  profiler.raise<CallbackMethod::kRootReferences>({.part = part}, count, objects_.data());
}

}  // namespace gcrucible::calls
