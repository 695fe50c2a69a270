// What a heap tells by itself: the objects whose finalizers are due, and its ranges.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/calls/entry_edits.h"
#include "harness/calls/liberties.h"
#include "harness/calls/range_teller.h"
#include "harness/calls/references/queued_teller.h"
#include "harness/calls/report_edits.h"
#include "harness/clr/clr.h"
#include "harness/program/telling.h"
#include "sim/collecting/collection.h"

namespace gcrucible::calls {

constexpr bool is_ranges(program::ReportPart part) {
  return part == program::ReportPart::kLargeObjectRanges ||
         part == program::ReportPart::kPinnedObjectRanges || part == program::ReportPart::kSmallObjectRanges;
}
// Whether each heap of server GC tells the part for itself.
constexpr bool is_of_heaps(program::ReportPart part) {
  return is_ranges(part) || part == program::ReportPart::kFinalizeableObjectQueued;
}

// For one collection. With the number of a heap it tells of that one, on that one's thread, beside others;
// without one of all of them. Nothing that they share is changed by any.
class HeapTeller {
 public:
  // `late`: ranges are told when objects have moved, and have to be remembered before.
  HeapTeller(clr::Clr& clr, const program::Telling& telling, ReportEdits& edits, EntryEdits& entries,
             std::optional<std::uint16_t> heap, bool late);

  // Between mark and move, on one thread.
  void gather_queued(const sim::Collection& collection);
  void remember_ranges(const sim::Collection& collection);

  // Whether the profiler is to be told this part at all, by the mask of this moment.
  bool wanted(program::ReportPart part) const;
  // Whether there is anything of it.
  bool has(const sim::Collection& collection, program::ReportPart part) const;
  void tell(const sim::Collection& collection, program::ReportPart part);
  // The part's ranges to the teller of ranges: from the plan, so between plan and move unless remembered.
  void add_ranges(const sim::Collection& collection, program::ReportPart part);

  QueuedTeller& queued() { return queued_; }
  RangeTeller& ranges() { return ranges_; }
  const RangeTeller& ranges() const { return ranges_; }

 private:
  bool mine(const sim::RangePlan& plan) const;
  template <typename Use>
  void for_each_range(const sim::Collection& collection, program::ReportPart part, Use use) const;

  clr::Clr* clr_;
  Liberties liberties_;
  std::optional<std::uint16_t> heap_;
  bool late_;
  RangeTeller ranges_;
  QueuedTeller queued_;
  std::array<std::vector<program::ToldRange>, 3> remembered_;  // LOH, POH, SOH
  std::size_t ranges_parts_left_ = 3;
};

}  // namespace gcrucible::calls
