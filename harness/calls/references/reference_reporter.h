// Reports every object of the heap with its references, one for each call.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/abi/types.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/part_reporter.h"
#include "harness/calls/report_edits.h"
#include "harness/clr/clr.h"
#include "harness/program/reporting.h"
#include "sim/ids.h"

namespace gcrucible::calls {

// A failure from the profiler ends the walk of its heap (GC-REF-005), unless an edit continues. In another
// order there is no walk of one heap. The failure then ends the whole part.
class ReferenceReporter final : public PartReporter {
 public:
  ReferenceReporter(clr::Clr& clr, const program::Reporting& reporting, EntryEdits& entries,
                    ReportEdits& edits);

  // Gathers in the runtime's order, or shuffled. It keeps a copy of all objects and references. Therefore it
  // is only for reports with a random order.
  void gather();
  std::size_t calls() const override { return rows_.size(); }
  void report(std::size_t call) override;
  // Whether the heap can be reported during the walk.
  bool streams() const {
    return reporting_->references_shuffle == 0 && !entries_->any(program::ReportPart::kObjectReferences);
  }
  // Reports directly from the heap, without a copy. Replaces gather.
  void stream();

 private:
  struct Row {
    sim::Address object;
    abi::ClassID class_id;
    std::uint32_t count;
    std::size_t first;  // of references_
  };
  // False if no more calls may follow.
  bool report(sim::Address object, abi::ClassID class_id, std::span<const sim::Address> references);
  void edit();

  clr::Clr* clr_;
  const program::Reporting* reporting_;
  EntryEdits* entries_;
  ReportEdits* edits_;
  bool goes_on_;  // after a failure
  bool stopped_ = false;
  std::vector<Row> rows_;
  std::vector<sim::Address> references_;
};

}  // namespace gcrucible::calls
