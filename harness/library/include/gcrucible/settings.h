// How the things of a heap may be: plain structures whose defaults are what a scenario gets that says
// nothing.
#pragma once

#include <gcrucible/named.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gcrucible {

// Types of fields; docs/scenario-language.md has all words.
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
  std::string name = {};  // in findings and pictures; empty: one is made
  std::vector<std::pair<std::string, Object>> fields = {};
  std::vector<Object> elements = {};  // of an array of references
  std::uint64_t length = 0;           // of a string or another array
  // kPinned and kFrozen; a large object comes to the LOH by its size. k0: as the runtime does.
  Generation generation = Generation::k0;
  Thread thread = {};
  int heap = -1;  // of several of server GC; -1: that of its thread, or as `balanced` says
};

// How the objects of one allocation refer to each other.
enum class Graph { kNone, kChain, kTree, kRandomTree };

struct RootSettings {
  std::string name = {};
  bool is_static = false;  // else on a stack
  bool pinned = false;
  std::uint64_t interior = 0;  // bytes into the object; 0: its start
  Thread thread = {};
  std::string function = {};  // "Program.Main": whose frame
};

enum class HandleKind { kStrong, kWeak, kWeakLong, kPinned, kDependent, kRefCounted };

struct HeapSettings {
  bool slide = false;  // survivors move down in their range, as in the CLR, not to fresh addresses
  std::uint64_t loh_threshold = 0;    // bytes; 0: the runtime's
  bool finalizers_on_demand = false;  // only at run_finalizers()
  unsigned server = 0;                // heaps of server GC; 0: a workstation's
  bool balanced = false;              // of several, a new object goes to the one with the fewest bytes
  bool address_space = false;         // real addresses without bytes, for objects of many GB
};

// Legal ways to tell a collection; 0 and empty are the runtime's.
struct Telling {
  std::uint32_t batch = 0;            // ranges in one call
  std::vector<std::uint32_t> splits;  // sizes of the first calls; 0 is an empty one
  std::uint64_t shuffle = 0;          // the key of an order of the ranges
  std::uint64_t mix = 0;              // the key of an order of the calls of all parts
  std::string schedule;               // who goes on among several heaps, as scenarios have it: "{random: 3}"
  std::vector<std::string> order;     // of the parts: "roots", "object-references", ...; docs/runtimes.md
};

struct CollectSettings {
  std::vector<Generation> compact = {};
  std::vector<Generation> sweep = {};
  bool promote = true;
  bool demote_pinned = false;
  bool induced = true;  // the reason that is told
  Thread thread = {};
  Telling telling = {};
};

}  // namespace gcrucible
