// Reports the objects with due finalizers, one for each call.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/abi/types.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/part_reporter.h"
#include "harness/clr/clr.h"
#include "harness/program/reporting.h"

namespace gcrucible::calls {

class QueuedReporter final : public PartReporter {
 public:
  QueuedReporter(clr::Clr& clr, const program::Reporting& reporting, EntryEdits& edits)
      : clr_(&clr), reporting_(&reporting), edits_(&edits) {}

  // Call it between mark and move. Gathers the whole queue or only new objects, as the runtime does. The
  // addresses are from before the move, even if they are reported later. If `heap` is set: only
  // objects in that heap of server GC.
  void gather(const sim::Collection& collection, std::optional<std::uint16_t> heap);
  std::size_t calls() const override { return rows_.size(); }
  void report(std::size_t call) override;

 private:
  struct Row {
    abi::ObjectID object;
    abi::DWORD flags;
  };

  clr::Clr* clr_;
  const program::Reporting* reporting_;
  EntryEdits* edits_;
  std::vector<Row> rows_;
};

}  // namespace gcrucible::calls
