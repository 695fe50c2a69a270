// Tells roots and dependent handles after the objects have their new addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/abi/abi.h"
#include "harness/calls/batch_limit.h"
#include "harness/clr/clr.h"
#include "harness/program/telling.h"

namespace gcrucible::calls {

// FunctionIDs and opaque ids that roots are told with; made before the profiler is loaded.
struct RootIds {
  std::vector<abi::FunctionID> functions;  // by number of the function in the program
};

// For one collection, on its thread.
class RootTeller {
 public:
  RootTeller(clr::Clr& clr, const program::Telling& telling, const RootIds& ids)
      : clr_(&clr), ids_(&ids), limit_(batch_limit(telling, clr.runtime())) {}

  // Stacks, then the finalizer queue, then handles: the runtime's order (coreclr.md section 4).
  void tell_roots();
  void tell_dependent_handles();

 private:
  void add(abi::ObjectID object, abi::COR_PRF_GC_ROOT_KIND kind, std::uint32_t flags, abi::UINT_PTR id);
  void flush_roots();
  void flush_dependents();

  clr::Clr* clr_;
  const RootIds* ids_;
  std::size_t limit_;
  std::vector<abi::ObjectID> objects_;
  std::vector<abi::COR_PRF_GC_ROOT_KIND> kinds_;
  std::vector<abi::COR_PRF_GC_ROOT_FLAGS> flags_;
  std::vector<abi::UINT_PTR> ids_told_;
  std::vector<abi::ObjectID> values_;  // with objects_ as keys
};

}  // namespace gcrucible::calls
