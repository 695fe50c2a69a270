// Everything a trace says about one collection: what was told, and what the model knows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/told_range.h"
#include "harness/rules/entities/profiler_handles.h"
#include "harness/rules/entities/root_model.h"
#include "harness/rules/state/generation_map.h"
#include "harness/rules/state/heap_model.h"
#include "harness/rules/state/in_flight.h"
#include "harness/rules/state/masks.h"
#include "harness/rules/state/range_index.h"

namespace gcrucible::rules {

// A call with ranges or roots; its rows are [first, first + count) of Collection::ranges or roots.
struct BatchCall {
  Call call = Call::kOther;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
  bool returned = false;
  std::uint64_t return_line = kNoLine;
  std::int32_t hr = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool succeeded() const { return returned && hr >= 0; }
};

// A batch as the two generations of interfaces tell it: indices of calls, kNoIndex where there is none.
struct CallPair {
  std::uint32_t exact = kNoIndex;
  std::uint32_t legacy = kNoIndex;
  bool legacy_first = false;
};

struct ObjectReport {
  std::uint64_t object = 0;
  std::uint64_t object_class = 0;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
  std::uint64_t first = 0;  // of Collection::references
  std::uint32_t count = 0;
};

struct ElementReport {
  Element element;
  std::uint64_t line = 0;
  std::uint32_t entry = 0;
};

struct ClassOf {
  std::uint64_t object = 0;
  std::uint64_t type = 0;
  auto operator<=>(const ClassOf&) const = default;
};

// An object that HandleCreated named, or that a dependent handle was told with as its key.
struct HandledObject {
  std::uint64_t object = 0;  // 0 where it is not known: a handle without one, or made inside a bracket
  std::uint64_t handle = 0;
  std::uint64_t line = 0;
  bool is_key = false;
};

// Whether roots and references that were told lead to an object.
enum class Reach : std::uint8_t { kNot, kWeakOnly, kStrong };

// An object that nothing in a report leads to, or to any other object that refers to it: a root of it was not
// told, which in a young collection may be an interior one of a stack (docs/deviations.md).
struct Unrooted {
  std::uint64_t object = 0;  // after that collection
  std::uint32_t collection = 0;
  std::uint64_t line = kNoLine;  // of its ObjectReferences
  std::uint32_t thread = 0;
};

struct QueuedObject {
  std::uint64_t object = 0;
  std::uint32_t flags = 0;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
};

// The flag that objects of a class are queued with, which is the class's own.
struct FinalizerOf {
  std::uint64_t type = 0;
  std::uint32_t flags = 0;
  std::uint64_t line = 0;  // of the last object that was queued with it
};

// One entry of ObjectsAllocatedByClass with its place.
struct CountReport {
  ClassCount count;
  std::uint64_t line = 0;
  std::uint32_t entry = 0;
};

// An object that is in the heap when a collection starts, as far as the profiler was told.
struct KnownObject {
  std::uint64_t at = 0;
  std::uint64_t object_class = 0;     // 0 where it is not told
  std::uint64_t announced = kNoLine;  // line of its ObjectAllocated, if that came since the last collection
  std::uint32_t thread = 0;           // on which that came
};

// What became of one object that was in the heap before the collection.
struct Fate {
  std::uint32_t object = kNoObject;
  std::uint64_t from = 0;
  std::uint64_t to = 0;  // where it is afterwards; 0 for one that died
  std::uint64_t size = 0;
  std::uint8_t generation = kNoGeneration;  // before
  bool survives = false;
  std::uint64_t end() const { return from + size; }
};

struct AskedBounds {
  std::uint64_t line = 0;
  GenerationMap map;
};

// What EnumerateObjectReferences visited inside Finished.
struct WalkedObject {
  std::uint64_t object = 0;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
  bool stopped = false;
  std::vector<std::uint64_t> visited;
};

// The part that the model alone knows; absent in a recorded trace.
struct CollectionModel {
  std::uint32_t number = 0;
  std::uint32_t scenario_line = 0;
  std::uint8_t generation = kNoGeneration;
  bool induced = false;
  bool in_background = false;    // inside the bracket of a background collection
  bool provisional = false;      // goes on from the one before, in no bracket
  std::optional<bool> promotes;  // survivors get older, pins apart
  std::optional<HeapPicture> before;
  std::optional<HeapPicture> after;
  std::optional<RootModel> roots;
  std::optional<HandleModel> handles;
  std::optional<CollectionPlan> plan;
  std::vector<std::uint32_t> queued;  // newly, object numbers
  std::vector<std::uint32_t> cleared_handles;
  std::vector<std::string> audit;  // findings of the second traversal
  // Several threads told it, each of which could go on while another one was inside a callback.
  bool turns_inside_callbacks = false;
};

struct Collection {
  std::uint32_t number = 1;  // the model's, or counted from 1; that of the next one while it is empty
  std::uint64_t first_line = kNoLine;
  std::uint64_t last_line = 0;

  bool untold = false;  // it was planned while COR_PRF_MONITOR_GC was not set
  // Flags that were set at every moment from its first line to its own Finished, and at some moment; a mask
  // that was refused counts as never asked for. None at every moment where the profiler was on its way out at
  // one.
  EventMask always;
  EventMask ever;
  // COR_PRF_MONITOR_GC was set or cleared while it was told, or a detach was accepted: what is told of it
  // ends or begins in the middle, and nothing follows from what is not told.
  bool cut = false;

  // A full one that went on where a swept one of generation 1 did not free enough: told without Started,
  // which counts as made.
  bool provisional = false;
  bool resumed = false;          // RuntimeResumeStarted has come behind its Finished
  bool resumed_between = false;  // and before another one
  std::uint32_t starts = 0;
  std::uint32_t finishes = 0;
  std::uint32_t started_thread = 0;       // the native one of the first Started
  std::uint64_t started_line = kNoLine;   // of the first Started
  std::uint64_t finished_line = kNoLine;  // of the last Finished
  std::vector<std::uint8_t> generations;  // of the first Started
  std::uint32_t reason = 0;

  std::vector<BatchCall> range_calls;
  std::vector<Range> ranges;
  std::vector<BatchCall> root_calls;
  std::vector<Root> roots;
  std::vector<ElementReport> elements;
  std::vector<ObjectReport> objects;
  std::vector<std::uint64_t> references;
  bool orphaned = false;  // the profiler attached in the middle of it, or COR_PRF_MONITOR_GC was set there
  bool references_stopped = false;  // the profiler returned an error from ObjectReferences
  std::vector<QueuedObject> queued;
  bool queued_either_way = false;  // those may be told by their addresses from after the move
  std::vector<WalkedObject> walked;
  std::vector<std::uint64_t> class_calls;  // lines of ObjectsAllocatedByClass
  std::vector<CountReport> class_counts;
  // By class, ascending: objects of generation 0 that the model made since the collection before. None in a
  // recorded trace.
  std::optional<std::vector<ClassCount>> made;

  std::optional<CollectionModel> model;
  GenerationMap bounds_before;
  GenerationMap bounds_after;
  // What GetGenerationBounds answered in Started and Finished, where bounds_ is the model's word if it has
  // one.
  std::optional<AskedBounds> asked_before;
  std::optional<AskedBounds> asked_after;

  // What GetGenerationBounds answered in the Finished before, where nothing was collected unheard since.
  GenerationMap bounds_left;
  // By class, ascending: of objects queued in earlier collections, where an object of the class was in each
  // report since, so that the ClassID is no other class's now.
  std::vector<FinalizerOf> finalizers_before;

  // Made when the collection is closed.
  std::vector<CallPair> pairs;
  std::vector<ToldRange> told;  // in the order of the trace
  RangeIndex told_by_old;       // of `told`, which most rules look addresses up in
  RangeIndex told_by_new;
  // Ascending by `from`; empty unless the model lists the whole heap. What the plan says where the process
  // died before the heap after the collection was told; `fates_known` is false then, and rules do not use it.
  std::vector<Fate> fates;
  bool fates_known = false;
  std::vector<KnownObject> known;  // objects known to be in the heap when it started, ascending by address
  bool known_complete = false;     // `known` lists all of them, because every allocation was announced
  // `known` has all that the last collection left, and every one between was told.
  bool left_known = false;
  bool exact_calls = false;            // the profiler has ICorProfilerCallback4
  std::vector<std::uint64_t> alive;    // objects in the heap after it, ascending
  bool alive_known = false;            // `alive` is complete
  bool alive_reported = false;         // it stems from ObjectReferences and not from the model
  std::vector<std::uint32_t> reports;  // by index of `alive`, the index in `objects` or kNoIndex
  // By index of `references`, the index in `alive` of what it refers to, or kNoIndex. Empty where `alive` is
  // not known.
  std::vector<std::uint32_t> targets;
  std::vector<Reach> reached;             // by index of `alive`; empty where the report is not complete
  std::vector<Unrooted> unrooted;         // in this one
  std::vector<Unrooted> unrooted_before;  // in the last one
  std::vector<ClassOf> known_classes;     // of objects told before it started, ascending; the last one counts
  // Told as queued for their finalizers up to the last collection, by their addresses before this one,
  // ascending. Whether their finalizers have run is not known.
  std::vector<std::uint64_t> queued_before;
  std::vector<ProfilerHandle> profiler_handles;  // by what they held before it
  std::vector<HandleAnswer> handle_answers;
  std::vector<HandledObject> handled;  // since the last collection, by their addresses before this one

  bool empty() const { return first_line == kNoLine; }
  bool open() const { return starts > finishes; }
  // As the model has it, or else as Started told it. Frozen memory is never collected.
  bool condemned(std::uint8_t generation) const;
  bool condemns_all() const { return condemned(0) && condemned(1) && condemned(2); }
};

}  // namespace gcrucible::rules
