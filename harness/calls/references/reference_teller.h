// Tells every object of the heap with its references, one a call.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/abi/types.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/part_teller.h"
#include "harness/calls/report_edits.h"
#include "harness/clr/clr.h"
#include "harness/program/telling.h"
#include "sim/ids.h"

namespace gcrucible::calls {

// A failing answer ends the walk of its heap (GC-REF-005), unless an edit goes on; told in another order
// there is no walk of one heap, and it ends them all.
class ReferenceTeller final : public PartTeller {
 public:
  ReferenceTeller(clr::Clr& clr, const program::Telling& telling, EntryEdits& entries, ReportEdits& edits);

  // In the runtime's order, or shuffled. Keeps a copy of all objects and references: only for reports whose
  // order is left to chance.
  void gather();
  std::size_t calls() const override { return rows_.size(); }
  void tell(std::size_t call) override;
  // Whether the heap can be told as it is walked.
  bool streams() const {
    return telling_->references_shuffle == 0 && !entries_->any(program::ReportPart::kObjectReferences);
  }
  // Straight from the heap, keeping nothing; instead of gather.
  void stream();

 private:
  struct Row {
    sim::Address object;
    abi::ClassID class_id;
    std::uint32_t count;
    std::size_t first;  // of references_
  };
  // False when no more are to be told.
  bool tell(sim::Address object, abi::ClassID class_id, std::span<const sim::Address> references);
  void edit();

  clr::Clr* clr_;
  const program::Telling* telling_;
  EntryEdits* entries_;
  ReportEdits* edits_;
  bool goes_on_;  // after an error
  bool stopped_ = false;
  std::vector<Row> rows_;
  std::vector<sim::Address> references_;
};

}  // namespace gcrucible::calls
