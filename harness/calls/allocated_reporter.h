// Reports how many objects of each class are in generation 0 when a collection starts.
#pragma once

#include <vector>

#include "harness/abi/types.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/part_reporter.h"
#include "harness/clr/clr.h"
#include "harness/program/reporting.h"

namespace gcrucible::calls {

// Classes are in order of first appearance. One call, unless the report is split into several.
class AllocatedReporter final : public PartReporter {
 public:
  AllocatedReporter(clr::Clr& clr, const program::Reporting& reporting, EntryEdits& edits)
      : clr_(&clr), reporting_(&reporting), edits_(&edits) {}

  // Call it at the start of a collection, even if the part is reported later.
  void gather();
  std::size_t calls() const override { return cuts_.size(); }
  void report(std::size_t call) override;

 private:
  struct Row {
    abi::ClassID class_id;
    abi::ULONG count;
  };

  void divide();

  clr::Clr* clr_;
  const program::Reporting* reporting_;
  EntryEdits* edits_;
  std::vector<Row> rows_;
  std::vector<Cut> cuts_;
  // The current call, as the parallel arrays of the callback.
  std::vector<abi::ClassID> classes_;
  std::vector<abi::ULONG> counts_;
};

}  // namespace gcrucible::calls
