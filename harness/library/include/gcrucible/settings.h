// Settings of types, objects, roots, heaps and collections. Each default equals the default of the scenario
// language.
#pragma once

#include <gcrucible/named.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gcrucible {

// Types of fields; docs/reference/scenarios/types.md lists all names.
inline constexpr const char* kRef = "ref";
inline constexpr const char* kString = "string";
inline constexpr const char* kInt = "int";
inline constexpr const char* kLong = "long";
inline constexpr const char* kDouble = "double";
inline constexpr const char* kBool = "bool";

struct Field {
  Field(std::string of_name, std::string of_type) : name(std::move(of_name)), type(std::move(of_type)) {}
  Field(std::string of_name, const Type& of_type) : name(std::move(of_name)), type(of_type.name()) {}
  std::string name;
  std::string type;
};

enum class Finalizer { kNone, kNormal, kCritical };

struct TypeSettings {
  Type parent = {};
  Finalizer finalizer = Finalizer::kNone;
  bool value = false;         // a value type
  std::string assembly = {};  // empty: the program's own
};

struct Allocation {
  std::string name = {};  // in findings and pictures; empty: generated
  std::vector<std::pair<std::string, Object>> fields = {};
  std::vector<Object> elements = {};  // for an array of references
  std::uint64_t length = 0;           // for a string or another array
  // kPinned and kFrozen select POH and frozen memory; k0: the runtime decides. A large object goes to the
  // LOH.
  Generation generation = Generation::k0;
  Thread thread = {};
  int heap = -1;  // heap number under server GC; -1: the thread's heap, or chosen by `balanced`
};

// How the objects of one allocation refer to each other.
enum class Graph { kNone, kChain, kTree, kRandomTree };

struct RootSettings {
  std::string name = {};
  bool is_static = false;  // default: on a stack
  bool pinned = false;
  std::uint64_t interior = 0;  // bytes into the object; 0: its start
  Thread thread = {};
  std::string function = {};  // function of the stack frame, such as "Program.Main"
};

enum class HandleKind { kStrong, kWeak, kWeakLong, kPinned, kDependent, kRefCounted };

struct HeapSettings {
  bool slide = false;                 // compact inside the range, as the CLR does, not to fresh addresses
  std::uint64_t loh_threshold = 0;    // bytes; 0: the runtime's value
  bool finalizers_on_demand = false;  // only at run_finalizers()
  unsigned server = 0;                // number of server GC heaps; 0: workstation GC
  bool balanced = false;              // a new object goes to the heap with the fewest bytes
  bool address_space = false;         // addresses without memory, for objects of many GB
};

// Legal variations in how a collection is reported; 0 and empty keep the runtime's behaviour.
struct Reporting {
  std::uint32_t batch = 0;            // ranges per call
  std::vector<std::uint32_t> splits;  // sizes of the first calls; 0: an empty call
  std::uint64_t shuffle = 0;          // seed for the order of the ranges
  std::uint64_t mix = 0;              // seed for interleaving the calls of all parts
  std::string schedule;               // which of several heaps runs next, as in scenarios: "{random: 3}"
  // Of the parts: "roots", "object-references", ...; docs/reference/runtime-files.md.
  std::vector<std::string> order;
};

struct CollectSettings {
  std::vector<Generation> compact = {};
  std::vector<Generation> sweep = {};
  bool promote = true;
  bool demote_pinned = false;
  bool induced = true;  // reported reason of the collection
  Thread thread = {};
  Reporting reporting = {};
};

}  // namespace gcrucible
