// The parts that one heap reports itself: objects with due finalizers, and ranges.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/calls/entry_edits.h"
#include "harness/calls/liberties.h"
#include "harness/calls/range_reporter.h"
#include "harness/calls/references/queued_reporter.h"
#include "harness/calls/report_edits.h"
#include "harness/clr/clr.h"
#include "harness/program/reporting.h"
#include "sim/collecting/collection.h"

namespace gcrucible::calls {

constexpr bool is_ranges(program::ReportPart part) {
  return part == program::ReportPart::kLargeObjectRanges ||
         part == program::ReportPart::kPinnedObjectRanges || part == program::ReportPart::kSmallObjectRanges;
}
// Whether each heap of server GC reports the part itself.
constexpr bool is_of_heaps(program::ReportPart part) {
  return is_ranges(part) || part == program::ReportPart::kFinalizeableObjectQueued;
}

// For one collection. With a heap number, it reports that heap, on that heap's thread, at the same time as
// other heaps. Without one, it reports all heaps. Heaps only read shared state.
class HeapReporter {
 public:
  // `late`: ranges are reported after the move, and must be remembered before it.
  HeapReporter(clr::Clr& clr, const program::Reporting& reporting, ReportEdits& edits, EntryEdits& entries,
               std::optional<std::uint16_t> heap, bool late);

  // Between mark and move, on one thread.
  void gather_queued(const sim::Collection& collection);
  void remember_ranges(const sim::Collection& collection);

  // Whether the profiler receives this part at all, by its current mask.
  bool wanted(program::ReportPart part) const;
  // Whether the part has any contents.
  bool has(const sim::Collection& collection, program::ReportPart part) const;
  void report(const sim::Collection& collection, program::ReportPart part);
  // Passes the part's ranges to the RangeReporter. They come from the plan, so call it between plan and move,
  // unless ranges are remembered.
  void add_ranges(const sim::Collection& collection, program::ReportPart part);

  QueuedReporter& queued() { return queued_; }
  RangeReporter& ranges() { return ranges_; }
  const RangeReporter& ranges() const { return ranges_; }

 private:
  bool mine(const sim::RangePlan& plan) const;
  template <typename Use>
  void for_each_range(const sim::Collection& collection, program::ReportPart part, Use use) const;

  clr::Clr* clr_;
  Liberties liberties_;
  std::optional<std::uint16_t> heap_;
  bool late_;
  RangeReporter ranges_;
  QueuedReporter queued_;
  std::array<std::vector<program::ReportedRange>, 3> remembered_;  // LOH, POH, SOH
  std::size_t ranges_parts_left_ = 3;
};

}  // namespace gcrucible::calls
