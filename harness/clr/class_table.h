// ClassIDs and what stands behind them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/abi/types.h"
#include "harness/engine/engine.h"
#include "harness/program/specs.h"

namespace gcrucible::clr {

// One class of the program. Its number is the type's number in the program and in the engine.
struct ClassEntry {
  abi::ClassID id = 0;  // address of its method table
  program::TypeSpec spec;
  abi::mdTypeDef token = 0;  // 0 for arrays, which have none
  abi::mdFieldDef first_field = 0;
};

// Filled before the profiler is loaded, not changed afterwards, so that any thread may read it.
class ClassTable {
 public:
  // Writes method tables into `memory`, registers the types with the engine. False when `memory` is too
  // small.
  bool build(std::span<const program::TypeSpec> types, engine::Engine& engine, std::span<std::byte> memory);
  // Bytes of memory that build() needs at most.
  static std::size_t memory_for(std::span<const program::TypeSpec> types);

  // Null for anything that is no ClassID.
  const ClassEntry* find(abi::ClassID id) const;
  const ClassEntry& at(sim::TypeIndex type) const { return classes_[type]; }
  std::span<const ClassEntry> all() const { return classes_; }
  abi::ClassID object_class() const { return object_class_; }

 private:
  std::vector<ClassEntry> classes_;
  std::vector<std::uint16_t> by_id_;  // numbers in ascending order of id
  abi::ClassID object_class_ = 0;     // System.Object, parent of what names none
};

sim::Type collector_type(const program::TypeSpec& spec);

}  // namespace gcrucible::clr
