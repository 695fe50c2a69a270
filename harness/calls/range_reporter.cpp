#include "harness/calls/range_reporter.h"

#include <algorithm>
#include <limits>

#include "harness/abi/monitor_flags.h"
#include "harness/calls/batch_limit.h"
#include "harness/clr/callbacks/raise.h"
#include "harness/program/random.h"

namespace gcrucible::calls {

using abi::CallbackMethod;
using program::Family;
using program::ReportEdit;

namespace {

constexpr std::uint64_t kLegacyMost = std::numeric_limits<abi::ULONG>::max();

bool edits_ranges(ReportEdit::Kind kind) {
  switch (kind) {
    case ReportEdit::Kind::kReplaceRanges:
    case ReportEdit::Kind::kDropRange:
    case ReportEdit::Kind::kRepeatRange:
    case ReportEdit::Kind::kChangeRange:
    case ReportEdit::Kind::kOtherFamily:
    case ReportEdit::Kind::kBothFamilies:
      return true;
    default:
      return false;
  }
}

}  // namespace

RangeReporter::RangeReporter(clr::Clr& clr, const program::Reporting& reporting, ReportEdits& edits)
    : clr_(&clr),
      reporting_(&reporting),
      edits_(&edits),
      limit_(batch_limit(reporting, clr.runtime())),
      waits_(reporting.shuffle != 0 || reporting.interleave.value_or(0) != 0) {
  for (const ReportEdit& edit : reporting.edits) {
    waits_ |= edits_ranges(edit.kind);
    legacy_first_ |= edit.kind == ReportEdit::Kind::kLegacyFirst;
    legacy_only_ |= edit.kind == ReportEdit::Kind::kLegacyOnly;
    legacy_despite_failure_ |= edit.kind == ReportEdit::Kind::kLegacyDespiteFailure;
    exact_legacy_length_ |= edit.kind == ReportEdit::Kind::kExactLegacyLength;
  }
}

std::size_t RangeReporter::batch_size(std::size_t batch) const {
  return batch < reporting_->splits.size() ? std::min<std::size_t>(reporting_->splits[batch], limit_)
                                           : limit_;
}

void RangeReporter::begin_walk() {
  ++walk_;
  if (!waits_) flush();
}

void RangeReporter::end_walk() {
  if (!waits_) flush();
}

void RangeReporter::add(Family family, abi::ObjectID from, abi::ObjectID to, std::uint64_t length) {
  const Range range{.family = family, .from = from, .to = to, .length = length, .walk = walk_};
  if (waits_) {
    waiting_.push_back(range);
  } else {
    put(range);
  }
}

void RangeReporter::put(const Range& range) {
  // In CoreCLR, one moved range makes the whole batch moved. Otherwise, a batch has only one family.
  if (family_ && *family_ != range.family && !clr_->runtime().family_per_batch) flush();
  // A scenario may request empty calls. The documentation does not forbid them.
  while (from_.empty() && batch_size(reported_) == 0) {
    report(range.family);
    ++reported_;
  }
  if (!family_ || range.family == Family::kMoved) family_ = range.family;
  take(range);
  if (from_.size() >= batch_size(reported_)) flush();
}

void RangeReporter::flush() {
  if (from_.empty()) return;
  report(*family_);
  ++reported_;
  family_.reset();
  from_.clear();
  to_.clear();
  length_.clear();
}

bool RangeReporter::joins(const Batch& batch, const Range& range) const {
  const bool one_family = batch.family == range.family;
  // Shuffled ranges do not have the runtime's order any more. Their batches have one family with every
  // runtime.
  if (reporting_->shuffle != 0) return one_family;
  if (waiting_[batch.cut.first].walk != range.walk) return false;
  return one_family || (clr_->runtime().family_per_batch && !batch.own_family && !range.own_family);
}

void RangeReporter::finish() {
  if (!waits_ || !delivers()) return;
  edit();
  if (reporting_->shuffle != 0) program::shuffle(waiting_, reporting_->shuffle);
  bool open = false;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const Range& range = waiting_[i];
    open =
        open && batches_.back().cut.count < batch_size(batches_.size() - 1) && joins(batches_.back(), range);
    if (!open) {
      while (batch_size(batches_.size()) == 0) {
        batches_.push_back({.family = range.family, .own_family = true, .cut = {.first = i, .count = 0}});
      }
      batches_.push_back({.family = range.family, .own_family = false, .cut = {.first = i, .count = 0}});
      open = true;
    }
    Batch& batch = batches_.back();
    ++batch.cut.count;
    batch.own_family |= range.own_family;
    if (range.family == Family::kMoved) batch.family = Family::kMoved;
  }
}

void RangeReporter::report(std::size_t call) {
  const Batch& batch = batches_[call];
  from_.clear();
  to_.clear();
  length_.clear();
  for (std::size_t i = batch.cut.first; i < batch.cut.first + batch.cut.count; ++i) take(waiting_[i]);
  report(batch.family);
  from_.clear();
}

void RangeReporter::edit() {
  for (std::size_t i = 0; i < reporting_->edits.size(); ++i) {
    const ReportEdit& edit = reporting_->edits[i];
    if (!edits_ranges(edit.kind)) continue;
    const std::size_t at = edit.index;
    const bool replaces = edit.kind == ReportEdit::Kind::kReplaceRanges;
    const bool there = replaces ? !waiting_.empty() || !edit.ranges.empty() : at < waiting_.size();
    if (!there) {
      edits_->missed(i, program::Unapplied::kMissing, waiting_.size());
      continue;
    }
    edits_->applied(i);
    const auto reported = [](const program::ReportedRange& range, std::uint32_t walk, bool own_family) {
      return Range{range.family, range.from, range.to, range.length, walk, own_family};
    };
    switch (edit.kind) {
      case ReportEdit::Kind::kReplaceRanges:
        waiting_.clear();
        for (const program::ReportedRange& range : edit.ranges) waiting_.push_back(reported(range, 0, true));
        break;
      case ReportEdit::Kind::kDropRange:
        waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case ReportEdit::Kind::kRepeatRange:
        waiting_.insert(waiting_.begin() + static_cast<std::ptrdiff_t>(at), Range(waiting_[at]));
        break;
      case ReportEdit::Kind::kChangeRange:
        if (!edit.ranges.empty()) {
          const program::ReportedRange& range = edit.ranges.front();
          waiting_[at] = reported(range, waiting_[at].walk, range.family != waiting_[at].family);
        }
        break;
      case ReportEdit::Kind::kOtherFamily:
      case ReportEdit::Kind::kBothFamilies: {
        Range other = waiting_[at];
        other.family = other.family == Family::kMoved ? Family::kSurviving : Family::kMoved;
        if (other.family == Family::kSurviving) other.to = other.from;
        other.own_family = true;
        if (edit.kind == ReportEdit::Kind::kOtherFamily) {
          waiting_[at] = other;
        } else {
          waiting_.insert(waiting_.begin() + static_cast<std::ptrdiff_t>(at) + 1, other);
        }
        break;
      }
      default:
        break;  // edits of other parts of the report
    }
  }
}

// With the flag for moved objects alone, the runtime decides what is delivered.
bool RangeReporter::delivers() const {
  return clr_->mask().reports_collections() || clr_->runtime().moved_objects_flag_alone;
}

void RangeReporter::report(Family family) {
  clr::Profiler* profiler = clr_->profiler();
  const CallbackMethod method =
      family == Family::kMoved ? CallbackMethod::kMovedReferences : CallbackMethod::kSurvivingReferences;
  if (!profiler->wants(method) || !delivers()) return;

  ++calls_;
  if (profiler->has(4)) {
    if (legacy_first_) edits_->applied(ReportEdit::Kind::kLegacyFirst);
    if (legacy_only_) edits_->applied(ReportEdit::Kind::kLegacyOnly);
  }
  if (legacy_first_) report_legacy(family, clr::BatchPart::kFirst);
  const bool exact = profiler->has(4) && !legacy_only_;
  // A failing exact call suppresses the legacy call of this batch only (GC-MOVE-020, 021).
  bool made = false;
  const bool succeeded = !exact || report_exact(family, made);
  // A callback of another heap switched this call off, and with it the batch.
  if (exact && !made && clr::this_thread().in_workers) return;
  if (legacy_despite_failure_) {
    constexpr auto kKind = ReportEdit::Kind::kLegacyDespiteFailure;
    succeeded ? edits_->missed(kKind, program::Unapplied::kSucceeded) : edits_->applied(kKind);
  }
  const bool goes_on = exact && clr_->runtime().delivers_older_call_while_detaching;
  if (!legacy_first_ && (succeeded || legacy_despite_failure_))
    report_legacy(family, goes_on ? clr::BatchPart::kAnother : clr::BatchPart::kFirst);
}

bool RangeReporter::report_exact(Family family, bool& made) {
  clr::Profiler& profiler = *clr_->profiler();
  const auto count = static_cast<abi::ULONG>(from_.size());
  const clr::Raising how{.made = &made};
  if (family == Family::kMoved) {
    return abi::succeeded(profiler.raise<CallbackMethod::kMovedReferences2>(how, count, from_.data(),
                                                                            to_.data(), length_.data()));
  }
  return abi::succeeded(
      profiler.raise<CallbackMethod::kSurvivingReferences2>(how, count, from_.data(), length_.data()));
}

void RangeReporter::report_legacy(Family family, clr::BatchPart part) {
  clr::Profiler& profiler = *clr_->profiler();
  legacy_length_.clear();
  for (const abi::SIZE_T length : length_) {
    // A length beyond 32 bits is reported as the largest 32-bit number (GC-MOVE-017).
    legacy_length_.push_back(static_cast<abi::ULONG>(
        exact_legacy_length_ ? length : std::min<std::uint64_t>(length, kLegacyMost)));
  }
  if (exact_legacy_length_) {
    constexpr auto kKind = ReportEdit::Kind::kExactLegacyLength;
    const bool longer = std::ranges::any_of(length_, [](abi::SIZE_T each) { return each > kLegacyMost; });
    longer ? edits_->applied(kKind) : edits_->missed(kKind, program::Unapplied::kShort);
  }
  const auto count = static_cast<abi::ULONG>(from_.size());
  if (family == Family::kMoved) {
    profiler.raise<CallbackMethod::kMovedReferences>({.part = part}, count, from_.data(), to_.data(),
                                                     legacy_length_.data());
    return;
  }
  profiler.raise<CallbackMethod::kSurvivingReferences>({.part = part}, count, from_.data(),
                                                       legacy_length_.data());
}

}  // namespace gcrucible::calls
