// Tells roots after the objects have their new addresses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "harness/abi/abi.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/liberties.h"
#include "harness/calls/part_teller.h"
#include "harness/clr/clr.h"
#include "harness/program/telling.h"

namespace gcrucible::calls {

// FunctionIDs and opaque ids that roots are told with; made before the profiler is loaded.
struct RootIds {
  std::vector<abi::FunctionID> functions;  // by number of the function in the program
};

// Stacks, then the finalizer queue, then handles: the runtime's order (coreclr.md section 4).
class RootTeller final : public PartTeller {
 public:
  RootTeller(clr::Clr& clr, const program::Telling& telling, const RootIds& ids, EntryEdits& edits);

  // With the addresses that objects have now.
  void gather();
  std::size_t calls() const override { return std::max(cuts_.size(), older_cuts_.size()); }
  void tell(std::size_t call) override;

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
  // Of a root that is neither a slot nor a handle; nothing says what it is.
  abi::UINT_PTR opaque_id(std::size_t root) const;
  std::vector<std::uint32_t> older_splits() const;
  bool legacy_first(std::size_t call) const;
  void edit(EntryEdits::Variant variant, std::vector<Row>& rows);
  void take(const std::vector<Row>& rows, const Cut& cut);
  bool tell_exact(std::size_t call);
  void tell_legacy(std::size_t call, clr::BatchPart part);

  clr::Clr* clr_;
  const program::Telling* telling_;
  const RootIds* ids_;
  EntryEdits* edits_;
  Liberties liberties_;
  std::vector<Row> rows_;
  std::vector<Cut> cuts_;
  // Of RootReferences, where it tells something else than RootReferences2, by an edit, or in other batches.
  bool differ_ = false;
  std::vector<Row> older_;
  std::vector<Cut> older_cuts_;
  // The call under way, as the parallel arrays that callbacks take.
  bool wants_exact_ = false;  // the profiler, of the batch under way
  bool wants_legacy_ = false;
  std::vector<abi::ObjectID> objects_;
  std::vector<abi::COR_PRF_GC_ROOT_KIND> kinds_;
  std::vector<abi::COR_PRF_GC_ROOT_FLAGS> flags_;
  std::vector<abi::UINT_PTR> ids_told_;
};

}  // namespace gcrucible::calls
