// ClassIDs and the classes that they name.
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

// One class. A class of the program has the same number in the program and in the engine.
struct ClassEntry {
  ReusedId id = 0;  // address of its method table; 0 after another class got it
  program::TypeSpec spec;
  abi::mdTypeDef token = 0;  // 0 for arrays, which have none
  abi::mdFieldDef first_field = 0;
  bool value_type = false;
  std::uint32_t module = metadata::kNoModule;  // number in ClassTable::assemblies()
  ReusedId parent = 0;                         // 0 for System.Object and for arrays
  std::uint32_t number = 0;                    // among all, the program's first
  std::size_t below = 0;                       // bytes below the method table, for its reference map
};

// Filled before the profiler is loaded. Any thread may read it. Later only the owners of ids change.
class ClassTable {
 public:
  // Writes method tables into `memory` and registers the types with the engine. Returns false if `memory` is
  // too small.
  bool build(std::span<const program::TypeSpec> types, engine::Engine& engine, std::span<std::byte> memory,
             metadata::Assemblies assemblies);
  // The most memory in bytes that build() needs.
  static std::size_t memory_for(std::span<const program::TypeSpec> types);

  // Passes the ids of an unloaded collectible assembly's classes to classes of another assembly, of which
  // nothing is loaded. Each id goes to the first class whose reference map fits; its method table is
  // overwritten. Other classes keep their ids. Returns the types whose ids changed. Call under the world
  // lock.
  std::vector<sim::TypeIndex> hand_over(std::uint32_t from, std::uint32_t to, engine::Engine& engine);

  // Null if `id` is not a ClassID.
  const ClassEntry* find(abi::ClassID id) const;
  const ClassEntry& at(sim::TypeIndex type) const { return classes_[type]; }
  // The classes of the program.
  std::span<const ClassEntry> all() const { return classes_; }
  // System.Object, the default parent. The program's own class if it defines one.
  abi::ClassID object_class() const { return object_class_; }
  // The metadata of the classes, and the module and token of each.
  const metadata::Assemblies& assemblies() const { return assemblies_; }
  // For code that adds to modules. Existing rows never move.
  metadata::Assemblies& assemblies() { return assemblies_; }
  std::size_t size() const { return classes_.size() + builtins_.size(); }
  std::vector<const ClassEntry*> of_module(std::uint32_t module) const;
  // The classes that are unloaded with the collectible assembly of that number, in .NET's order. Its classes
  // come first, by token. Instantiations follow, also of generic types of other assemblies. .NET keeps those
  // in a hash table; of two, the later one was observed to go first.
  std::vector<const ClassEntry*> of_collectible(std::uint32_t assembly) const;
  // Null if the module has no such class.
  const ClassEntry* of_token(std::uint32_t module, abi::mdTypeDef token) const;
  // Like of_token(), for a generic type with these arguments.
  const ClassEntry* of_token(std::uint32_t module, abi::mdTypeDef token,
                             std::span<const abi::ClassID> arguments) const;
  std::vector<abi::ClassID> arguments_of(const ClassEntry& entry) const {
    return ids_of(entry.spec.arguments);
  }
  // The ClassIDs of type arguments; 0 for a type that the program does not have.
  std::vector<abi::ClassID> ids_of(std::span<const program::TypeArgument> arguments) const;
  // Whether it is the class of a primitive type, such as System.Int32.
  bool is_primitive(abi::ClassID id) const;
  // The class that stands for all reference types in shared code; 0 without generic types and methods.
  abi::ClassID canon() const;
  // The class itself, or the instantiation whose code it shares.
  const ClassEntry& with_code_of(const ClassEntry& entry) const;
  // The class of an array's elements: the one that the array names, or one of the runtime's.
  abi::ClassID element_class(const program::TypeSpec& array) const;

 private:
  // `value_class`: System.ValueType; 0 if the program has none.
  void set_parents(abi::ClassID value_class);
  // Once all classes have their ids.
  void index_ids();

  std::vector<ClassEntry> classes_;
  // Classes that the program uses without defining them: System.Object and primitive types.
  std::vector<ClassEntry> builtins_;
  std::vector<std::pair<std::uint8_t, abi::ClassID>> primitives_;  // by CorElementType
  std::vector<abi::ClassID> ids_;                                  // all ids that are ever given, ascending
  std::unique_ptr<std::atomic<const ClassEntry*>[]> owners_;       // the owner of each id; null: none
  abi::ClassID object_class_ = 0;
  metadata::Assemblies assemblies_;
};

sim::Type collector_type(const program::TypeSpec& spec);

}  // namespace gcrucible::clr
