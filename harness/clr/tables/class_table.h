// ClassIDs and what stands behind them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/metadata/assemblies.h"
#include "harness/clr/tables/reused_id.h"
#include "harness/engine/engine.h"
#include "harness/program/specs.h"

namespace gcrucible::clr {

// One class. Those of the program have the type's number in the program and in the engine.
struct ClassEntry {
  ReusedId id = 0;  // address of its method table; 0 where another class has got it
  program::TypeSpec spec;
  abi::mdTypeDef token = 0;  // 0 for arrays, which have none
  abi::mdFieldDef first_field = 0;
  bool value_type = false;
  std::uint32_t module = metadata::kNoModule;  // number in ClassTable::assemblies()
  ReusedId parent = 0;                         // 0 for System.Object and for arrays
  std::uint32_t number = 0;                    // among all, the program's first
  std::size_t below = 0;                       // bytes below the method table, where its reference map grows
};

// Filled before the profiler is loaded. Any thread may read it; afterwards ids change hands and nothing else.
class ClassTable {
 public:
  // Writes method tables into `memory`, registers the types with the engine. False when `memory` is too
  // small.
  bool build(std::span<const program::TypeSpec> types, engine::Engine& engine, std::span<std::byte> memory,
             metadata::Assemblies assemblies);
  // Bytes of memory that build() needs at most.
  static std::size_t memory_for(std::span<const program::TypeSpec> types);

  // The classes of a collectible assembly that is unloaded leave their ids to those of another one, of which
  // nothing is loaded: each to the first whose reference map fits, which is written over. The others keep
  // theirs. Answers for the types with other ids. Under the world.
  std::vector<sim::TypeIndex> hand_over(std::uint32_t from, std::uint32_t to, engine::Engine& engine);

  // Null for anything that is no ClassID.
  const ClassEntry* find(abi::ClassID id) const;
  const ClassEntry& at(sim::TypeIndex type) const { return classes_[type]; }
  // The program's.
  std::span<const ClassEntry> all() const { return classes_; }
  // System.Object, parent of what names none; the program's own where it has one.
  abi::ClassID object_class() const { return object_class_; }
  // What they are described as, and where each stands.
  const metadata::Assemblies& assemblies() const { return assemblies_; }
  // For whoever adds to modules; rows that are there stay where they are.
  metadata::Assemblies& assemblies() { return assemblies_; }
  std::size_t size() const { return classes_.size() + builtins_.size(); }
  std::vector<const ClassEntry*> of_module(std::uint32_t module) const;
  // What goes when the collectible assembly of that number does, in .NET's order: its classes by their
  // tokens, then instantiations, which may be of a generic type of another assembly. .NET has those in a hash
  // table; of two the later one was seen to go first.
  std::vector<const ClassEntry*> of_collectible(std::uint32_t assembly) const;
  // Null if there is no such class in that module.
  const ClassEntry* of_token(std::uint32_t module, abi::mdTypeDef token) const;
  // The same of a generic type's, for these arguments.
  const ClassEntry* of_token(std::uint32_t module, abi::mdTypeDef token,
                             std::span<const abi::ClassID> arguments) const;
  std::vector<abi::ClassID> arguments_of(const ClassEntry& entry) const;
  // Of an array's elements: the class that the array names, or one of the runtime's.
  abi::ClassID element_class(const program::TypeSpec& array) const;

 private:
  std::vector<ClassEntry> classes_;
  // What the program refers to without defining it: System.Object and the primitive types of its arrays.
  std::vector<ClassEntry> builtins_;
  std::vector<std::pair<std::uint8_t, abi::ClassID>> primitives_;  // by CorElementType
  std::vector<abi::ClassID> ids_;                                  // all that are ever given, ascending
  std::unique_ptr<std::atomic<const ClassEntry*>[]> owners_;       // of each; null: nobody's any more
  abi::ClassID object_class_ = 0;
  metadata::Assemblies assemblies_;
};

sim::Type collector_type(const program::TypeSpec& spec);

}  // namespace gcrucible::clr
