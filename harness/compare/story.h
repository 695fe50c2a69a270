// What a trace reports about a scenario's own objects, with names instead of addresses. Two runs of one
// scenario have equal stories, wherever their objects lay and whatever other objects existed.
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
  std::string before;    // its generation; "" if it did not exist yet
  std::string after;     // the same; "dead" if it did not survive
  std::string reported;  // "moved", "surviving" or "not reported": the family of range calls
  // "stack pinning" and similar, sorted; without the player's own roots. kRootOfUnknownKind if only
  // RootReferences reports them.
  std::vector<std::string> roots;
  std::vector<std::string> references;  // as in ObjectReferences; "?" for an unnamed object
  bool references_reported = false;
  friend bool operator==(const ObjectStory&, const ObjectStory&) = default;
};

// A callback during a collection.
struct ObservedCall {
  std::string name;
  std::uint32_t thread = 0;  // the trace's thread number
  // For calls that a heap reports about itself (FinalizeableObjectQueued and ranges): the named objects in
  // the call. Empty for all other calls.
  std::vector<std::string> objects;
  bool of_heap() const { return !objects.empty(); }
};

// An object queued for finalization.
struct Queued {
  std::string object;  // "name" or "name critical"
  std::uint32_t thread = 0;
};

struct CollectionStory {
  std::uint32_t number = 0;  // among the scenario's collections, from 1
  std::uint32_t line = 0;    // in the scenario
  std::string asked;         // "compact", "sweep", "policy" (the runtime decides); "" if unknown
  std::vector<std::string> condemned;
  std::string reason;
  std::map<std::string, ObjectStory> objects;
  // Objects that began where a named object ended that was pinned in this collection.
  std::set<std::string> beside_pinned;
  std::vector<Queued> queued;  // in order of FinalizeableObjectQueued
  // Counts from ObjectsAllocatedByClass for the scenario's own types.
  std::map<std::string, std::int64_t> allocated;
  std::vector<std::string> dependents;  // "key -> value", in order
  // Callbacks from the suspension to the resumption. Callbacks with entries are included only if they concern
  // a named object.
  std::vector<ObservedCall> calls;
  // How often a collection began: by GarbageCollectionStarted or, without it, by the suspension for a GC.
  std::uint32_t starts = 0;
  // The beginning is not visible: no bracket, and at process end no suspension of its own.
  bool unannounced = false;
};

inline constexpr const char* kRootOfUnknownKind = "of unknown kind";

// In the small object heap before the collection.
bool is_small(const ObjectStory& object);
// By a reported root of the scenario.
bool is_pinned(const ObjectStory& object);

// Whether it was requested as a sweep, which only the player states, and reported a small object as moved. A
// real CLR makes this decision itself.
bool compacts_instead(const CollectionStory& story);

struct Story {
  std::string title;                     // "simulated, net10 10.0.0"
  std::string runtime;                   // "net10"
  bool recorded = false;                 // in a real CLR
  std::optional<rules::EventMask> mask;  // after Initialize
  // The newest ICorProfilerCallback of the profiler, which limits the callbacks that came. Empty if the
  // header does not state it.
  std::optional<std::uint32_t> callback_version;
  std::map<std::uint32_t, std::string> names;
  std::vector<CollectionStory> collections;
  std::uint32_t setup = 0;    // collections that the player requested itself
  std::uint32_t unasked = 0;  // collections that were not requested
  bool whole = false;

  // GarbageCollectionStarted exists since ICorProfilerCallback2.
  bool has_brackets() const { return callback_version.value_or(2) >= 2; }
  // Some callback shows when collections begin and end.
  bool shows_collections() const;
};

// "handle weak", in the words of scenarios.
std::string root_words(std::uint32_t kind, std::uint32_t flags);

}  // namespace gcrucible::compare
