// What a trace tells about a scenario's own objects, with their names in place of addresses: two runs of one
// scenario have equal stories wherever their objects lay and whatever else lived beside them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/rules/state/masks.h"

namespace gcrucible::compare {

// One named object in one collection.
struct ObjectStory {
  std::string before;  // its generation, "" where it was not there yet
  std::string after;   // the same, "dead" where it did not survive
  std::string told;    // "moved", "surviving", or "not told": by which range calls
  // "stack pinning", sorted; what the player itself holds is left out. kRootOfUnknownKind where only
  // RootReferences tells of them.
  std::vector<std::string> roots;
  std::vector<std::string> references;  // as ObjectReferences gave them; "?" for what has no name
  bool references_told = false;
  friend bool operator==(const ObjectStory&, const ObjectStory&) = default;
};

// A callback of a collection.
struct ToldCall {
  std::string name;
  std::uint32_t thread = 0;  // as the trace numbers them
  // Of those that a heap tells of itself (FinalizeableObjectQueued and ranges): the named objects in it, by
  // name. Nothing else has any here.
  std::vector<std::string> objects;
  bool of_heap() const { return !objects.empty(); }
};

// A finalizer that is to run.
struct Queued {
  std::string object;  // "name" or "name critical"
  std::uint32_t thread = 0;
};

struct CollectionStory {
  std::uint32_t number = 0;  // among the scenario's collections, from 1
  std::uint32_t line = 0;    // of the scenario
  std::string asked;  // "compact", "sweep", "policy" for what is left to the runtime; "" where nobody says
  std::vector<std::string> condemned;
  std::string reason;
  std::map<std::string, ObjectStory> objects;
  // Those that began where a named object ended that was pinned in this collection.
  std::set<std::string> beside_pinned;
  std::vector<Queued> queued;  // in the order of FinalizeableObjectQueued
  // What ObjectsAllocatedByClass counted of the scenario's own types.
  std::map<std::string, std::int64_t> allocated;
  std::vector<std::string> dependents;  // "key -> value", in order
  // Callbacks from the suspension to the resumption. Of those with entries only the ones that concern a named
  // object count.
  std::vector<ToldCall> calls;
  // How often one began: by GarbageCollectionStarted or, where there is none, by the suspension for it.
  std::uint32_t starts = 0;
  // Nothing says when it began: no bracket, and no suspension of its own at the end of the process.
  bool unannounced = false;
};

inline constexpr const char* kRootOfUnknownKind = "of unknown kind";

// Of the small object heap, before the collection.
bool is_small(const ObjectStory& object);
// By a root of the scenario's that was told.
bool is_pinned(const ObjectStory& object);

// Whether it was asked to sweep, which only the player says, and told a small object as moved: a real CLR
// decides that itself.
bool compacts_instead(const CollectionStory& story);

struct Story {
  std::string title;                     // "simulated, net10 10.0.0"
  std::string runtime;                   // "net10"
  bool recorded = false;                 // in a real CLR
  std::optional<rules::EventMask> mask;  // as Initialize left it
  // The newest ICorProfilerCallback that the profiler has, and so of the callbacks that came; none where the
  // header does not say.
  std::optional<std::uint32_t> callback_version;
  std::map<std::uint32_t, std::string> names;
  std::vector<CollectionStory> collections;
  std::uint32_t setup = 0;    // collections that the player asked for itself
  std::uint32_t unasked = 0;  // collections that nobody asked for
  bool whole = false;

  // ICorProfilerCallback2 brought GarbageCollectionStarted.
  bool has_brackets() const { return callback_version.value_or(2) >= 2; }
  // Something tells when collections begin and end.
  bool shows_collections() const;
};

// "handle weak", as scenarios write roots.
std::string root_words(std::uint32_t kind, std::uint32_t flags);

}  // namespace gcrucible::compare
