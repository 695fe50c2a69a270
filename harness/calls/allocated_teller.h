// Reports how many objects of each class are in generation 0 when a collection starts.
#pragma once

#include <vector>

#include "harness/abi/types.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/part_teller.h"
#include "harness/clr/clr.h"
#include "harness/program/telling.h"

namespace gcrucible::calls {

// Classes are in order of first appearance. One call, unless the report is split into several.
class AllocatedTeller final : public PartTeller {
 public:
  AllocatedTeller(clr::Clr& clr, const program::Telling& telling, EntryEdits& edits)
      : clr_(&clr), telling_(&telling), edits_(&edits) {}

  // Call it at the start of a collection, even if the part is reported later.
  void gather();
  std::size_t calls() const override { return cuts_.size(); }
  void tell(std::size_t call) override;

 private:
  struct Row {
    abi::ClassID class_id;
    abi::ULONG count;
  };

  void divide();

  clr::Clr* clr_;
  const program::Telling* telling_;
  EntryEdits* edits_;
  std::vector<Row> rows_;
  std::vector<Cut> cuts_;
  // The current call, as the parallel arrays of the callback.
  std::vector<abi::ClassID> classes_;
  std::vector<abi::ULONG> counts_;
};

}  // namespace gcrucible::calls
