// FunctionIDs and code of the program's functions: those of stack roots, frames and exceptions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/metadata/assemblies.h"
#include "harness/clr/tables/id_space.h"
#include "harness/program/functions/shared_code.h"
#include "harness/program/specs.h"

namespace gcrucible::clr {

// Bytes of a function's code. Enough for a call site of its own for each of 15 callees.
inline constexpr std::uint32_t kCodeSize = 0x100;

struct FunctionEntry {
  abi::FunctionID id = 0;
  abi::UINT_PTR code = 0;  // where its native code begins; every function has some, as if precompiled
  std::uint32_t type = program::kNothing;  // number in the program
  metadata::Place place;
  std::span<const program::TypeArgument> arguments = {};  // of a generic method
  std::uint32_t shared = 0;  // number of the first function with this code; it has the same id
  bool lightweight = false;
  const std::string* name = nullptr;  // in the program
};

// Built before a profiler is loaded, and not changed afterwards.
class FunctionTable {
 public:
  // Returns false if the space for ids is used up. The functions must outlive the table.
  bool build(const metadata::Assemblies& assemblies, std::span<const program::TypeSpec> types,
             std::span<const program::FunctionSpec> functions, IdSpace& ids) {
    const std::vector<std::uint32_t> shared = program::code_numbers(types, functions);
    for (std::size_t i = 0; i < functions.size(); ++i) {
      const bool is_first = shared[i] == i;
      functions_.push_back({.id = is_first ? ids.take_id() : functions_[shared[i]].id,
                            .type = functions[i].type,
                            .place = assemblies.functions[i],
                            .arguments = functions[i].arguments,
                            .shared = shared[i],
                            .lightweight = functions[i].lightweight,
                            .name = &functions[i].name});
      if (functions_.back().id == 0) return false;
    }
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      FunctionEntry& each = functions_[i];
      each.code = each.shared == i ? reinterpret_cast<abi::UINT_PTR>(ids.take_at_end(kCodeSize))
                                   : functions_[each.shared].code;
      if (each.code == 0) return false;
    }
    return true;
  }

  std::span<const FunctionEntry> all() const { return functions_; }
  // Null if `id` is not a FunctionID.
  const FunctionEntry* find(abi::FunctionID id) const {
    const auto found = std::ranges::find(functions_, id, &FunctionEntry::id);
    return found == functions_.end() ? nullptr : &*found;
  }
  // The function whose code has that address; null if there is none.
  const FunctionEntry* with_code(abi::UINT_PTR ip) const {
    const auto found = std::ranges::find_if(
        functions_, [&](const FunctionEntry& each) { return ip >= each.code && ip - each.code < kCodeSize; });
    return found == functions_.end() ? nullptr : &*found;
  }
  // The first function of that method; null for a method that is not a function of the program.
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
