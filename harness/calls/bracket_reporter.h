// Delivers GarbageCollectionStarted and GarbageCollectionFinished.
#pragma once

#include "harness/calls/report_edits.h"
#include "harness/clr/clr.h"
#include "harness/program/step.h"
#include "sim/collecting/collection.h"

namespace gcrucible::calls {

// For one collection. Owns none of its arguments.
class BracketReporter {
 public:
  BracketReporter(clr::Clr& clr, const program::Collect& collect, ReportEdits& edits)
      : clr_(&clr), collect_(&collect), edits_(&edits) {}

  void report_started(const sim::Collection& collection);
  void report_finished();

 private:
  clr::Clr* clr_;
  const program::Collect* collect_;
  ReportEdits* edits_;
};

}  // namespace gcrucible::calls
