// Reports dependent handles, after the objects have their new addresses.
#pragma once

#include <vector>

#include "harness/abi/types.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/part_reporter.h"
#include "harness/clr/clr.h"
#include "harness/program/reporting.h"

namespace gcrucible::calls {

// Handles whose key died are omitted.
class DependentReporter final : public PartReporter {
 public:
  DependentReporter(clr::Clr& clr, const program::Reporting& reporting, EntryEdits& edits)
      : clr_(&clr), reporting_(&reporting), edits_(&edits) {}

  // Uses the current addresses of objects.
  void gather();
  std::size_t calls() const override { return cuts_.size(); }
  void report(std::size_t call) override;

 private:
  struct Row {
    abi::ObjectID key;
    abi::ObjectID value;
    abi::GCHandleID handle;
  };
  bool wanted() const;

  clr::Clr* clr_;
  const program::Reporting* reporting_;
  EntryEdits* edits_;
  std::vector<Row> rows_;
  std::vector<Cut> cuts_;
  // The current call, as the parallel arrays of callbacks.
  std::vector<abi::ObjectID> keys_;
  std::vector<abi::ObjectID> values_;
  std::vector<abi::GCHandleID> handles_;
};

}  // namespace gcrucible::calls
