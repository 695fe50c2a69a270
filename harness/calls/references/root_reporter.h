// Reports roots, after the objects have their new addresses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "harness/abi/abi.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/liberties.h"
#include "harness/calls/part_reporter.h"
#include "harness/clr/clr.h"
#include "harness/program/reporting.h"

namespace gcrucible::calls {

// The FunctionIDs of reported roots. They are created before the profiler is loaded.
struct RootIds {
  std::vector<abi::FunctionID> functions;  // by number of the function in the program
};

// Stacks, then the finalizer queue, then handles: the runtime's order (gcenv.ee.cpp).
class RootReporter final : public PartReporter {
 public:
  RootReporter(clr::Clr& clr, const program::Reporting& reporting, const RootIds& ids, EntryEdits& edits);

  // Uses the current addresses of objects.
  void gather();
  std::size_t calls() const override { return std::max(cuts_.size(), older_cuts_.size()); }
  void report(std::size_t call) override;

 private:
  struct Row {
    abi::ObjectID object;
    abi::UINT_PTR id;
    abi::COR_PRF_GC_ROOT_KIND kind;
    abi::COR_PRF_GC_ROOT_FLAGS flags;
  };

  void add(abi::ObjectID object, abi::COR_PRF_GC_ROOT_KIND kind, std::uint32_t flags, abi::UINT_PTR id);
  void add_roots(sim::RootKind kind);
  void add_handles();
  // The id of a root that is neither a stack slot nor a handle. Its meaning is not documented.
  abi::UINT_PTR opaque_id(std::size_t root) const;
  std::vector<std::uint32_t> older_splits() const;
  bool legacy_first(std::size_t call) const;
  void edit(EntryEdits::Variant variant, std::vector<Row>& rows);
  void take(const std::vector<Row>& rows, const Cut& cut);
  bool report_exact(std::size_t call);
  void report_legacy(std::size_t call, clr::BatchPart part);

  clr::Clr* clr_;
  const program::Reporting* reporting_;
  const RootIds* ids_;
  EntryEdits* edits_;
  Liberties liberties_;
  std::vector<Row> rows_;
  std::vector<Cut> cuts_;
  // Of RootReferences, if it differs from RootReferences2: by an edit, or in its batches.
  bool differ_ = false;
  std::vector<Row> older_;
  std::vector<Cut> older_cuts_;
  // The current call, as the parallel arrays of callbacks.
  bool wants_exact_ = false;  // of the profiler, for the current batch
  bool wants_legacy_ = false;
  std::vector<abi::ObjectID> objects_;
  std::vector<abi::COR_PRF_GC_ROOT_KIND> kinds_;
  std::vector<abi::COR_PRF_GC_ROOT_FLAGS> flags_;
  std::vector<abi::UINT_PTR> ids_reported_;
};

}  // namespace gcrucible::calls
