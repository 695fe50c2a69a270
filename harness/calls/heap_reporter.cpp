#include "harness/calls/heap_reporter.h"

#include <algorithm>

#include "harness/calls/block_shaper.h"

namespace gcrucible::calls {

using program::ReportPart;
using sim::Generation;

namespace {

constexpr std::size_t ranges_index(ReportPart part) {
  return static_cast<std::size_t>(part) - static_cast<std::size_t>(ReportPart::kLargeObjectRanges);
}

// The part that reports the ranges of `plan`. A compacting LOH is reported with the small object heap
// (dotnet/runtime plan_phase.cpp).
ReportPart part_of(const sim::RangePlan& plan) {
  if (plan.before == Generation::kPinned) return ReportPart::kPinnedObjectRanges;
  if (plan.before == Generation::kLarge && !plan.compacts) return ReportPart::kLargeObjectRanges;
  return ReportPart::kSmallObjectRanges;
}

}  // namespace

HeapReporter::HeapReporter(clr::Clr& clr, const program::Reporting& reporting, ReportEdits& edits,
                           EntryEdits& entries, std::optional<std::uint16_t> heap, bool late)
    : clr_(&clr),
      liberties_(reporting),
      heap_(heap),
      late_(late),
      ranges_(clr, reporting, edits),
      queued_(clr, reporting, entries) {}

void HeapReporter::gather_queued(const sim::Collection& collection) {
  queued_.gather(collection, heap_);
}

bool HeapReporter::mine(const sim::RangePlan& plan) const {
  return !heap_ || clr_->engine().heap().ranges()[plan.range].heap == *heap_;
}

template <typename Use>
void HeapReporter::for_each_range(const sim::Collection& collection, ReportPart part, Use use) const {
  BlockShaper shaper(clr_->engine().heap(), liberties_);
  for (const sim::RangePlan& plan : collection.ranges) {
    if (part_of(plan) == part && mine(plan)) shaper.shape(collection, plan, use);
  }
}

void HeapReporter::remember_ranges(const sim::Collection& collection) {
  for (const ReportPart part :
       {ReportPart::kLargeObjectRanges, ReportPart::kPinnedObjectRanges, ReportPart::kSmallObjectRanges}) {
    auto& ranges = remembered_[ranges_index(part)];
    for_each_range(collection, part,
                   [&](program::Family family, sim::Address from, sim::Address to, std::uint64_t length) {
                     ranges.push_back({family, from, to, length});
                   });
  }
}

// With BASIC_GC alone, only the bracket is reported. With the flag for moved objects alone, only ranges are
// reported.
bool HeapReporter::wanted(ReportPart part) const {
  return clr_->mask().reports_collections() ||
         (is_ranges(part) && clr_->profiler()->wants(abi::CallbackMethod::kMovedReferences));
}

bool HeapReporter::has(const sim::Collection& collection, ReportPart part) const {
  if (!is_ranges(part)) return queued_.calls() != 0;
  if (ranges_.waits()) return true;
  if (late_) return !remembered_[ranges_index(part)].empty();
  return std::ranges::any_of(collection.ranges, [&](const sim::RangePlan& plan) {
    return plan.plug_count != 0 && part_of(plan) == part && mine(plan);
  });
}

void HeapReporter::add_ranges(const sim::Collection& collection, ReportPart part) {
  ranges_.begin_walk();
  if (late_) {
    for (const program::ReportedRange& range : remembered_[ranges_index(part)]) {
      ranges_.add(range.family, range.from, range.to, range.length);
    }
  } else {
    for_each_range(collection, part,
                   [&](program::Family family, sim::Address from, sim::Address to, std::uint64_t length) {
                     ranges_.add(family, from, to, length);
                   });
  }
  ranges_.end_walk();
  if (--ranges_parts_left_ == 0) ranges_.finish();
}

void HeapReporter::report(const sim::Collection& collection, ReportPart part) {
  if (!is_ranges(part)) {
    if (wanted(part)) queued_.report_all();
    return;
  }
  if (!wanted(part)) {
    // A profiler may attach or set its mask during the report. Its later ranges must not wait for skipped
    // parts.
    --ranges_parts_left_;
    return;
  }
  add_ranges(collection, part);
  // Reports the ranges that waited for each other.
  if (ranges_parts_left_ == 0) ranges_.report_all();
}

}  // namespace gcrucible::calls
