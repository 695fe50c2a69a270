// Tells the objects whose finalizers are due, one a call.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/abi/types.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/part_teller.h"
#include "harness/clr/clr.h"
#include "harness/program/telling.h"

namespace gcrucible::calls {

class QueuedTeller final : public PartTeller {
 public:
  QueuedTeller(clr::Clr& clr, const program::Telling& telling, EntryEdits& edits)
      : clr_(&clr), telling_(&telling), edits_(&edits) {}

  // Between mark and move: the whole queue or the newly queued ones, as the runtime tells them, with the
  // addresses from before the move whenever they are told.
  // Only those in that heap of server GC, if one is named.
  void gather(const sim::Collection& collection, std::optional<std::uint16_t> heap);
  std::size_t calls() const override { return rows_.size(); }
  void tell(std::size_t call) override;

 private:
  struct Row {
    abi::ObjectID object;
    abi::DWORD flags;
  };

  clr::Clr* clr_;
  const program::Telling* telling_;
  EntryEdits* edits_;
  std::vector<Row> rows_;
};

}  // namespace gcrucible::calls
