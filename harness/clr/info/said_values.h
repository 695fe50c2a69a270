// The current numbers of a scenario's values: ids and addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/clr/clr.h"
#include "harness/program/overrides.h"

namespace gcrucible::clr {

// Use it on the thread that has the world, or inside a World::Look. A value that names nothing is 0, because
// programs may be arbitrary.
class SaidValues {
 public:
  // `handles`: by number in the program. Grows while the program runs; may be null.
  SaidValues(Clr& clr, const std::vector<abi::GCHandleID>* handles) : clr_(&clr), handles_(handles) {}

  // `honest`: the number that the runtime itself would use.
  std::uint64_t at(const program::Said& said, std::uint64_t honest) const;

 private:
  std::uint64_t module(const program::Said& said, bool assembly) const;

  Clr* clr_;
  const std::vector<abi::GCHandleID>* handles_;
};

}  // namespace gcrucible::clr
