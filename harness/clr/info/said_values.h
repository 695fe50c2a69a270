// What a scenario's values are at this moment: ids and addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/clr/clr.h"
#include "harness/program/overrides.h"

namespace gcrucible::clr {

// On the thread that has the world, or in a World::Look. Values that name nothing (any program may come) are
// 0.
class SaidValues {
 public:
  // `handles`: by number in the program; grows while it runs, and may be null.
  SaidValues(Clr& clr, const std::vector<abi::GCHandleID>* handles) : clr_(&clr), handles_(handles) {}

  // `honest`: what the runtime would say here.
  std::uint64_t at(const program::Said& said, std::uint64_t honest) const;

 private:
  std::uint64_t module(const program::Said& said, bool assembly) const;

  Clr* clr_;
  const std::vector<abi::GCHandleID>* handles_;
};

}  // namespace gcrucible::clr
