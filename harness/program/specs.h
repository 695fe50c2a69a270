// The heap, types and threads of a program before its first step.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/program/code/structure.h"

namespace gcrucible::program {

inline constexpr std::uint32_t kNothing = 0xFFFFFFFFu;

inline constexpr std::uint16_t kMostServerHeaps = 64;

// Same values as sim::Generation (COR_PRF_GC_GENERATION, then frozen memory).
enum class Generation : std::uint8_t { k0, k1, k2, kLarge, kPinned, kFrozen };

// Whether a collection of generation `condemned` collects `generation`.
constexpr bool condemns(Generation condemned, Generation generation) {
  if (generation == Generation::kFrozen) return false;
  if (generation == Generation::kLarge || generation == Generation::kPinned)
    return condemned == Generation::k2;
  return generation <= condemned;
}

enum class Backing : std::uint8_t {
  kMemory,        // real bytes in the CLR's layout
  kAddressSpace,  // real, reserved addresses without bytes, for objects of many GB
  kNone,          // literal addresses of the scenario's choice
};

enum class Destination : std::uint8_t { kFresh, kSlide };

struct RangeSpec {
  Generation generation = Generation::k0;
  std::uint64_t start = 0;
  std::uint64_t reserved = 0;
  std::uint16_t heap = 0;

  friend bool operator==(const RangeSpec&, const RangeSpec&) = default;
};
GCRUCIBLE_FIELDS(RangeSpec, generation, start, reserved, heap)

struct HeapSpec {
  Backing backing = Backing::kMemory;
  Destination destination = Destination::kFresh;
  std::uint32_t alignment = 8;
  std::uint64_t large_object_threshold = 0;     // 0: the runtime's
  std::array<std::uint64_t, 6> range_length{};  // 0: the simulator's default for that generation
  std::vector<RangeSpec> ranges;                // literal ranges, for explicit layouts
  std::uint32_t quarantine = 3;                 // collections for which vacated addresses stay unreadable
  std::uint64_t slide = 0;                      // bytes added to every address of real memory, page aligned
  std::uint64_t spacing = 0;                    // as in engine::ArenaOptions
  bool finalizers_run = true;                   // after each collection; false: only at a run-finalizers step
  // 0: workstation GC. Otherwise server GC with this many heaps. Each heap has a native thread of the
  // collector that collects and reports it.
  std::uint16_t server_heaps = 0;
  // Objects go to the heap that received the fewest bytes since the last collection. Ranges may change their
  // heap in a collection. Otherwise the objects of each program thread go to one heap.
  bool balanced = false;

  friend bool operator==(const HeapSpec&, const HeapSpec&) = default;
};
GCRUCIBLE_FIELDS(HeapSpec, backing, destination, alignment, large_object_threshold, range_length, ranges,
                 quarantine, slide, spacing, finalizers_run, server_heaps, balanced)

enum class TypeKind : std::uint8_t {
  kClass,
  kArray,
  kString,
  kValue,  // its values lie in fields and elements; its objects are boxed
};
enum class Finalizer : std::uint8_t { kNone, kNormal, kCritical };

// The layout of a value of a value type where it lies: in a field, or in each element of an array.
struct ValueSpec {
  std::uint32_t type = kNothing;          // type number
  std::uint32_t size = 0;                 // bytes outside a box
  std::vector<std::uint32_t> references;  // offsets from the start of the value, ascending

  friend bool operator==(const ValueSpec&, const ValueSpec&) = default;
};
GCRUCIBLE_FIELDS(ValueSpec, type, size, references)

// The type that an instantiation of a generic type has for one parameter.
struct TypeArgument {
  std::uint8_t element_type = 0x12;  // CorElementType
  std::uint32_t type = kNothing;     // type number; kNothing for a primitive type

  friend bool operator==(const TypeArgument&, const TypeArgument&) = default;
};
GCRUCIBLE_FIELDS(TypeArgument, element_type, type)

struct FieldSpec {
  std::string name;
  std::uint32_t offset = 0;          // from the ObjectID; for a field of a value type, from the value's start
  std::uint8_t element_type = 0x12;  // CorElementType; 0x12 is CLASS, a reference
  // The CLR's name of its type, for metadata. Empty: derived from element_type.
  std::string type = {};
  // Place among its class's own fields in metadata. Equal places are sorted by offset.
  std::uint32_t declared = 0;
  ValueSpec value = {};  // of a VALUETYPE
  bool is_reference() const {
    return element_type == 0x12 || element_type == 0x0E || element_type == 0x1C || element_type == 0x14 ||
           element_type == 0x1D;
  }

  friend bool operator==(const FieldSpec&, const FieldSpec&) = default;
};
GCRUCIBLE_FIELDS(FieldSpec, name, offset, element_type, type, declared, value)

struct TypeSpec {
  std::string name;  // Namespace.Name, Namespace.Outer+Inner, Namespace.Name<Argument>
  TypeKind kind = TypeKind::kClass;
  std::uint64_t base_size = 24;  // as in sim::Type
  std::uint64_t component_size = 0;
  std::vector<FieldSpec> fields;  // of a class, ascending by offset, inherited fields first
  std::uint32_t inherited = 0;    // how many of `fields` are inherited (GetClassLayout omits them)
  std::uint8_t element_type = 0;  // CorElementType of an array's elements
  // Type number of reference elements, if it is a type of the program.
  std::uint32_t element_class = kNothing;
  std::uint32_t rank = 1;
  std::uint32_t parent = kNothing;  // type number; kNothing: System.Object
  Finalizer finalizer = Finalizer::kNone;
  // Empty: the program's own, or the core library for types that every program has.
  std::string assembly = {};
  std::vector<std::string> methods = {};  // names, for metadata
  ValueSpec value = {};                   // of a value type itself, and of an array's elements
  std::uint32_t collectible = kNothing;   // number of the collectible assembly that its objects keep alive
  // Of an instantiation of a generic type:
  std::string definition = {};               // its name in metadata, Name`1; empty for other types
  std::vector<std::string> parameters = {};  // the names of the definition's parameters
  std::vector<TypeArgument> arguments = {};
  std::uint32_t canonical = kNothing;  // the instantiation whose code it shares, which is loaded first

  friend bool operator==(const TypeSpec&, const TypeSpec&) = default;
};
GCRUCIBLE_FIELDS(TypeSpec, name, kind, base_size, component_size, fields_, inherited, element_type,
                 element_class, rank, parent, finalizer, assembly, methods, value, collectible, definition,
                 parameters, arguments, canonical)

// How the profiler enters the process, and how the process ends.
struct LifeSpec {
  enum class Load : std::uint8_t {
    kStart,
    kAttach,  // not before a step attaches it
  };
  enum class Exit : std::uint8_t {
    kNormal,  // managed code ends the process: with Shutdown
    kHosted,  // unmanaged code created the runtime: without Shutdown
    kAbrupt,  // ended from outside: without Shutdown, no later code runs
    kStore,   // a Windows Store app: as kAbrupt
  };
  Load load = Load::kStart;
  Exit exit = Exit::kNormal;
  bool load_anyway = false;  // load the profiler although Initialize fails, which no runtime does
  // The result that Initialize must return. If it is a failure, the process continues without the profiler,
  // as a real process does. If it is not set, a failure ends the run.
  std::optional<std::int32_t> initialize = std::nullopt;

  friend bool operator==(const LifeSpec&, const LifeSpec&) = default;
};
GCRUCIBLE_FIELDS(LifeSpec, load, exit, load_anyway, initialize)

struct ThreadSpec {
  std::string name;  // empty: unnamed

  friend bool operator==(const ThreadSpec&, const ThreadSpec&) = default;
};
GCRUCIBLE_FIELDS(ThreadSpec, name)

// A function that may be on stacks and own stack roots. Its FunctionID is the rootId of its roots.
struct FunctionSpec {
  std::string name;  // Namespace.Type.Method, or Namespace.Type.Method<Argument>
  std::uint32_t type = kNothing;
  std::vector<TypeArgument> arguments = {};  // of a generic method
  bool lightweight = false;                  // a System.Reflection.Emit.DynamicMethod, which has no metadata

  friend bool operator==(const FunctionSpec&, const FunctionSpec&) = default;
};
GCRUCIBLE_FIELDS(FunctionSpec, name, type, arguments, lightweight)

}  // namespace gcrucible::program
