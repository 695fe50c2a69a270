// Reports moved and surviving ranges: batches, their order, and for each batch first the exact call, then the
// legacy one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/abi/types.h"
#include "harness/calls/part_reporter.h"
#include "harness/calls/report_edits.h"
#include "harness/clr/clr.h"
#include "harness/program/reporting.h"

namespace gcrucible::calls {

// For one collection. On the thread of the collection, between Started and Finished.
//
// Ranges are reported as they come, whenever a batch is full. A shuffle, an edit or the mixing of all parts
// makes them wait until all are known.
class RangeReporter final : public PartReporter {
 public:
  RangeReporter(clr::Clr& clr, const program::Reporting& reporting, ReportEdits& edits);

  // A walk starts with an empty batch: .NET has one context for each walk and heap.
  void begin_walk();
  void add(program::Family family, abi::ObjectID from, abi::ObjectID to, std::uint64_t length);
  void end_walk();
  // After the last walk: splits waiting ranges into batches.
  void finish();
  // Of the waiting ranges: one call for each batch. The profiler may get a pair of callbacks for one call.
  std::size_t calls() const override { return batches_.size(); }
  void report(std::size_t call) override;
  // Whether added ranges wait for others.
  bool waits() const { return !waiting_.empty(); }
  // Calls so far. A pair counts once.
  std::size_t reported() const { return calls_; }

 private:
  struct Range {
    program::Family family;
    abi::ObjectID from;
    abi::ObjectID to;
    std::uint64_t length;
    std::uint32_t walk = 0;
    bool own_family = false;  // an edit chose the family, so no batch may change it
  };
  struct Batch {
    program::Family family;
    bool own_family;
    Cut cut;  // of waiting_
  };

  void put(const Range& range);
  void flush();
  void take(const Range& range) {
    from_.push_back(range.from);
    to_.push_back(range.to);
    length_.push_back(range.length);
  }
  void report(program::Family family);
  // Returns whether the callback succeeded. `made` is set if it was called at all.
  bool report_exact(program::Family family, bool& made);
  void report_legacy(program::Family family, clr::BatchPart part);
  std::size_t batch_size(std::size_t batch) const;
  bool joins(const Batch& batch, const Range& range) const;
  void edit();
  // Whether the profiler gets ranges at all.
  bool delivers() const;

  clr::Clr* clr_;
  const program::Reporting* reporting_;
  ReportEdits* edits_;
  std::size_t limit_;
  bool waits_ = false;  // all ranges must be known before the first is reported
  std::uint32_t walk_ = 0;
  std::size_t calls_ = 0;
  std::size_t reported_ = 0;  // batches so far, for Reporting::splits
  std::vector<Range> waiting_;
  std::vector<Batch> batches_;
  // The current batch, as the parallel arrays of callbacks.
  std::optional<program::Family> family_;
  std::vector<abi::ObjectID> from_;
  std::vector<abi::ObjectID> to_;
  std::vector<abi::SIZE_T> length_;
  std::vector<abi::ULONG> legacy_length_;
  // Edits that change how batches are reported.
  bool legacy_first_ = false;
  bool legacy_only_ = false;
  bool legacy_despite_failure_ = false;
  bool exact_legacy_length_ = false;
};

}  // namespace gcrucible::calls
