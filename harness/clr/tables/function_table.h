// FunctionIDs: the functions that own the program's stack roots.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/metadata/assemblies.h"
#include "harness/clr/tables/id_space.h"
#include "harness/program/specs.h"

namespace gcrucible::clr {

struct FunctionEntry {
  abi::FunctionID id = 0;
  std::uint32_t type = program::kNothing;  // number in the program
  metadata::Place place;
};

// Built before a profiler is loaded, and not changed afterwards.
class FunctionTable {
 public:
  // Returns false if the space for ids is used up.
  bool build(const metadata::Assemblies& assemblies, std::span<const program::FunctionSpec> functions,
             IdSpace& ids) {
    for (std::size_t i = 0; i < functions.size(); ++i) {
      functions_.push_back(
          {.id = ids.take_id(), .type = functions[i].type, .place = assemblies.functions[i]});
      if (functions_.back().id == 0) return false;
    }
    return true;
  }

  std::span<const FunctionEntry> all() const { return functions_; }
  // Null if `id` is not a FunctionID.
  const FunctionEntry* find(abi::FunctionID id) const {
    const auto found = std::ranges::find(functions_, id, &FunctionEntry::id);
    return found == functions_.end() ? nullptr : &*found;
  }
  // Null for a method that is not a function of the program.
  const FunctionEntry* at(std::uint32_t module, abi::mdMethodDef token) const {
    const auto found = std::ranges::find_if(functions_, [&](const FunctionEntry& each) {
      return each.place.module == module && each.place.token == token;
    });
    return found == functions_.end() ? nullptr : &*found;
  }

 private:
  std::vector<FunctionEntry> functions_;
};

}  // namespace gcrucible::clr
