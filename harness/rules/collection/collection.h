// Everything a trace contains about one collection: the reports, and the model's data.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/rules/collection/collection_model.h"
#include "harness/rules/collection/collection_report.h"
#include "harness/rules/collection/generation_map.h"
#include "harness/rules/collection/range_index.h"
#include "harness/rules/decode/reported_range.h"
#include "harness/rules/entities/info/profiler_handles.h"
#include "harness/rules/state/event_mask.h"
#include "harness/rules/state/in_flight.h"

namespace gcrucible::rules {

// One batch as reported by the older and the newer callback: indices of calls, kNoIndex for a missing one.
struct CallPair {
  std::uint32_t exact = kNoIndex;
  std::uint32_t legacy = kNoIndex;
  bool legacy_first = false;
};

struct ClassOf {
  std::uint64_t object = 0;
  std::uint64_t type = 0;
  auto operator<=>(const ClassOf&) const = default;
};

// An object that HandleCreated named, or the key that a dependent handle was reported with.
struct HandledObject {
  std::uint64_t object = 0;  // 0 if unknown: a handle without an object, or one made inside a bracket
  std::uint64_t handle = 0;
  std::uint64_t line = 0;
  bool is_key = false;
};

// An object that ExceptionThrown named.
struct ThrownObject {
  std::uint64_t object = 0;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
};

// An exception that was thrown before a collection and caught after it.
struct CaughtObject {
  std::uint64_t thrown = 0;  // its address before the collection
  std::uint64_t object = 0;  // the argument of ExceptionCatcherEnter
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
};

// Whether the reported roots and references lead to an object.
enum class Reached : std::uint8_t { kNot, kWeakOnly, kStrong };

// An object that no reported root or reference leads to, directly or through other objects. A root of the
// object was not reported. In a young collection such a root may be an interior stack root
// (docs/deviations.md).
struct Unrooted {
  std::uint64_t object = 0;  // after that collection
  std::uint32_t collection = 0;
  std::uint64_t line = kNoLine;  // of the ObjectReferences callback that reports the object
  std::uint32_t thread = 0;
};

// The flag with which objects of a class are queued. The flag belongs to the class.
struct FinalizerOf {
  std::uint64_t type = 0;
  std::uint32_t flags = 0;
  std::uint64_t line = 0;  // of the last object queued with the flag
};

// An object that is in the heap when a collection starts, as far as the callbacks show.
struct KnownObject {
  static constexpr std::uint32_t kByLowFlags = ~std::uint32_t{0};
  std::uint64_t at = 0;
  std::uint64_t object_class = 0;     // 0 if not reported
  std::uint64_t announced = kNoLine;  // line of its ObjectAllocated, if raised since the last collection
  std::uint32_t thread = 0;           // native thread of that ObjectAllocated
  // The flags of the high word, if the mask enabled that ObjectAllocated by them alone.
  std::uint32_t by_high_flags = kByLowFlags;
  std::uint32_t node = 0;  // of the call tree, if that ObjectAllocated was raised
};

// The first object at the address, in a list that ascends by address. Null if there is none.
const KnownObject* find(std::span<const KnownObject> objects, std::uint64_t address);

// The fate of one object that was in the heap before the collection.
struct Fate {
  std::uint32_t object = kNoObject;
  std::uint64_t from = 0;
  std::uint64_t to = 0;  // address after the collection; 0 for an object that died
  std::uint64_t size = 0;
  std::uint8_t generation = kNoGeneration;  // before the collection
  bool survives = false;
  std::uint64_t end() const { return from + size; }
};

struct AskedBounds {
  std::uint64_t line = 0;
  GenerationMap map;
};

// The objects that EnumerateObjectReferences visited inside Finished.
struct WalkedObject {
  std::uint64_t object = 0;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
  bool stopped = false;
  std::vector<std::uint64_t> visited;
};

struct Collection : CollectionReport {
  std::uint32_t number = 1;  // the model's number, or counted from 1; the next one's while empty
  std::uint64_t first_line = kNoLine;
  std::uint64_t last_line = 0;

  bool unreported = false;  // planned while COR_PRF_MONITOR_GC was not set
  // `always`: flags set at every moment from the collection's first line to its own Finished. `ever`: flags
  // set at some moment. A refused mask does not count. `always` is empty if the profiler was detaching at
  // some moment.
  EventMask always;
  EventMask ever;
  // COR_PRF_MONITOR_GC was set or cleared during the report, or a detach was accepted. The report then
  // begins or ends in the middle, and a missing part proves nothing.
  bool cut = false;
  // COR_PRF_MONITOR_GC was set again after such a change. Another collection may be under way since.
  bool interrupted = false;
  // A report came outside of Started and Finished, or one of these came more than once.
  bool mixed = false;

  // A full collection that followed a swept generation 1 collection which did not free enough. The runtime
  // raises no Started for it; the history counts one.
  bool provisional = false;
  bool resumed = false;          // RuntimeResumeStarted has come after its Finished
  bool resumed_between = false;  // RuntimeResumeStarted has come before another Finished
  std::uint32_t starts = 0;
  std::uint32_t finishes = 0;
  std::uint32_t started_thread = 0;       // native thread of the first Started
  std::uint64_t started_line = kNoLine;   // of the first Started
  std::uint64_t finished_line = kNoLine;  // of the last Finished
  std::vector<std::uint8_t> generations;  // of the first Started
  std::uint32_t reason = 0;

  bool orphaned = false;            // the profiler attached or set COR_PRF_MONITOR_GC in the middle
  bool references_stopped = false;  // the profiler returned an error from ObjectReferences
  bool queued_either_way = false;   // queued objects may be reported by their addresses after the move
  std::vector<WalkedObject> walked;
  // Objects of generation 0 that the model made since the previous collection, by class, ascending. Absent
  // in a recorded trace.
  std::optional<std::vector<ClassCount>> made;

  std::optional<CollectionModel> model;
  GenerationMap bounds_before;
  GenerationMap bounds_after;
  // GetGenerationBounds answers from Started and Finished. bounds_before and bounds_after hold the model's
  // bounds instead if the trace has them.
  std::optional<AskedBounds> asked_before;
  std::optional<AskedBounds> asked_after;

  // The GetGenerationBounds answer in the previous Finished. Empty if unreported collections may have run
  // since.
  GenerationMap bounds_left;
  // Flags of objects queued in earlier collections, by class, ascending. Only classes with an object in
  // each report since, so that the ClassID cannot belong to another class now.
  std::vector<FinalizerOf> finalizers_before;

  // The following members are filled when the collection is closed.
  std::vector<CallPair> pairs;
  std::vector<ReportedRange> reported;  // in the order of the trace
  RangeIndex by_old_address;            // of `reported`, which most rules search by address
  RangeIndex by_new_address;
  // Ascending by `from`. Empty unless the model lists the whole heap. If the process died before the trace
  // recorded the heap after the collection, `fates` follows the plan. `fates_known` is then false, and
  // rules do not use `fates`.
  std::vector<Fate> fates;
  bool fates_known = false;
  std::vector<KnownObject> known;  // objects known to be in the heap at its start, ascending by address
  bool known_complete = false;     // `known` is complete, because every allocation was announced
  // `known` has everything that the last collection left, and every collection in between was reported.
  bool left_known = false;
  bool exact_calls = false;            // the profiler has ICorProfilerCallback4
  std::vector<std::uint64_t> alive;    // objects in the heap after it, ascending
  bool alive_known = false;            // `alive` is complete
  bool alive_reported = false;         // `alive` comes from ObjectReferences, not from the model
  std::vector<std::uint32_t> reports;  // index in `objects` by index of `alive`; kNoIndex if not reported
  // For each of `references`, the index in `alive` of its target, or kNoIndex. Empty if `alive` is unknown.
  std::vector<std::uint32_t> targets;
  std::vector<Reached> reached;           // by index of `alive`; empty if the report is incomplete
  std::vector<Unrooted> unrooted;         // in this one
  std::vector<Unrooted> unrooted_before;  // in the last one
  std::vector<ClassOf> known_classes;     // of objects reported before its start, ascending; last counts
  // Objects reported as queued for finalization up to the last collection, by their addresses before this
  // one, ascending. Whether their finalizers have run is unknown.
  std::vector<std::uint64_t> queued_before;
  std::vector<ProfilerHandle> profiler_handles;  // with the objects that they held before it
  std::vector<HandleAnswer> handle_answers;
  std::vector<HandledObject> handled;  // since the last collection, by addresses before this one
  std::vector<ThrownObject> thrown;    // likewise
  std::vector<CaughtObject> caught;    // after this one and before the next

  // The fate of the object that was at the address before the collection; null if `fates` has none.
  const Fate* fate_from(std::uint64_t address) const;
  // The object known at the address before the collection; null if there is none.
  const KnownObject* known_at(std::uint64_t address) const { return find(known, address); }
  // Whether an object is there after the collection. Meaningful only if `alive_known`.
  bool is_alive(std::uint64_t address) const;
  // Whether the address before the collection is in memory that it does not collect. False if the bounds of
  // generations are unknown.
  bool leaves(std::uint64_t address) const;

  bool empty() const { return first_line == kNoLine; }
  bool open() const { return starts > finishes; }
  // From the model, otherwise from the arguments of Started. False for kFrozen and kNoGeneration.
  bool condemned(std::uint8_t generation) const;
  bool condemns_all() const { return condemned(0) && condemned(1) && condemned(2); }
};

}  // namespace gcrucible::rules
