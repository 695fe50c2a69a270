// What one CLR does, as data: the rows of harness/runtimes/<name>.yaml after reading.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gcrucible::program {

// The parts of a collection's report between Started and Finished.
enum class ReportPart : std::uint8_t {
  kObjectsAllocatedByClass,
  kFinalizeableObjectQueued,
  kLargeObjectRanges,   // LOH survivors of a collection that does not compact the LOH
  kPinnedObjectRanges,  // POH survivors
  kSmallObjectRanges,   // generations 0 to 2, and the LOH when it compacts
  kRoots,
  kDependentHandles,
  kObjectReferences,
};

// How a runtime guards an Info method (coreclr.md 7.2).
enum class InfoEntry : std::uint8_t {
  kAsync,     // from anywhere
  kSync,      // from a thread without a managed thread, or inside a callback
  kInitOnly,  // CORPROF_E_CALL_ONLY_FROM_INIT elsewhere
  kUnguarded,
  kNotImplemented  // E_NOTIMPL in the real runtime too
};

// What becomes of pinned survivors of a compacting collection: they go on like the others, fall to generation
// 0, or are left in the generation they are in.
enum class PinnedPolicy : std::uint8_t { kPromote, kDemote, kStay };

struct InfoRow {
  std::uint16_t slot = 0;  // of the method in the ICorProfilerInfo chain
  InfoEntry entry = InfoEntry::kSync;
  bool triggers = false;         // may trigger a collection: fails inside callbacks that forbid one
  bool after_attach = true;      // allowed to an attached profiler
  bool inspects_object = false;  // needs a collection in progress or a managed thread in a callback
  bool leaves_outs = false;      // does not write its out parameters when it fails
  bool spoils_outs = false;      // writes what is no answer into them then
  bool hangs = false;            // never returns to a profiler that it has let in

  friend bool operator==(const InfoRow&, const InfoRow&) = default;
};

struct RuntimeProfile {
  std::string name;
  // The runtime whose own rules and leeways hold; empty: that of its name.
  std::string rules_of;
  // GetRuntimeInformation
  std::uint16_t clr_instance = 0;
  std::uint32_t runtime_type = 2;  // COR_PRF_RUNTIME_TYPE
  std::uint16_t major = 0, minor = 0, build = 0, qfe = 0;
  std::string version;

  std::uint8_t info_version = 15;      // highest ICorProfilerInfoN that QueryInterface answers
  std::uint8_t callback_version = 11;  // highest ICorProfilerCallbackN it asks the profiler for
  bool requires_callback2 = true;
  // What an attached profiler may set of the event mask.
  std::uint32_t attach_mask_low = 0x100502FE;
  std::uint32_t attach_mask_high = 0xF6;
  std::uint8_t generations = 5;     // cGenerations of GarbageCollectionStarted
  std::uint32_t batch_limit = 512;  // ranges or roots in one call; 0: any, drawn from the program's choices
  std::vector<ReportPart> order;    // empty: any order, drawn from the program's choices
  bool any_split = false;           // batches of any size, empty ones included, in any order
  bool root_references2_failure_skips_legacy = true;
  bool allocated_by_class_needs_object_allocated = false;
  // ObjectsAllocatedByClass counts all of generation 0, earlier survivors included; otherwise objects made
  // since the last collection, as documented (GC-ABC-001, GC-ABC-006).
  bool allocated_by_class_counts_survivors = true;
  bool statics_as_handles = true;          // statics are told as strong handles of the arrays that hold them
  bool repeats_queued_finalizable = true;  // FinalizeableObjectQueued again until drained
  // From `begin-shutdown` on the runtime is suspended for its shutdown, and collections come without a
  // suspension of their own (GC-SHUT-003).
  bool suspends_for_shutdown = false;
  // A young collection in the first pause of a background one tells its own Started; .NET tells its Finished
  // only (coreclr.md 1.4).
  bool starts_young_in_background = false;
  // A thread that comes back from native code may tell of its stop only when the runtime runs again, and need
  // not have waited; otherwise before RuntimeResumeStarted.
  bool tells_stops_late = true;
  // A profiler that is detached by its own wish inside the newer call of a batch still gets the older one.
  bool tells_older_call_while_detaching = true;
  std::uint64_t large_object_threshold = 85000;
  bool large_at_threshold = true;  // size >= threshold goes to the LOH; the documentation says > (Q-37)
  // What a `collect` that does not say it does with pinned survivors of a compacting collection.
  PinnedPolicy pinned = PinnedPolicy::kStay;
  // Bytes of generation 0 that the allocator hands to a thread at a time, so that objects of other threads do
  // not lie between its own; 0: threads allocate side by side.
  std::uint64_t allocation_area = 8224;
  // Reserved bytes of a range of frozen memory, where a scenario does not say (GetNonGCHeapBounds).
  std::uint64_t frozen_range = 0x3FFFF8;
  // ObjectAllocated comes for each box of a value type. Otherwise boxes in generation 0 are announced only
  // where a new allocation area begins with them: code that is not optimized makes the others on a fast path
  // of the runtime's that tells nobody.
  bool announces_boxes = false;
  // COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS without MONITOR_GC delivers moved ranges; .NET 6 and later deliver
  // nothing (coreclr.md 1.3).
  bool moved_objects_flag_alone = false;
  // COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED without other allocation flags delivers (coreclr.md section
  // 5).
  bool pinned_object_flag_alone = false;
  // COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED announces objects of the pinned object heap too, those that
  // would be large elsewhere (docs/deviations.md).
  bool large_object_flag_tells_pinned = true;
  // The search of an exception that leaves managed code ends with ExceptionUnwindFunctionLeave in place of
  // ExceptionSearchFunctionLeave, and its last function is never told as unwound (docs/deviations.md).
  // Otherwise each Enter has its Leave.
  bool uncaught_leaves_unpaired = true;
  // Moved or surviving is decided for a whole batch: one moved range in it makes all of it moved
  // (coreclr.md 2.3). Otherwise for each generation, as documented.
  bool family_per_batch = true;
  // JITCompilationStarted and JITCompilationFinished always say TRUE; the documentation has FALSE too.
  bool always_safe_to_block = true;
  // A swept collection of generation 1 may go on as a full one in the same suspension, which is reported
  // without a GarbageCollectionStarted (provisional mode, coreclr.md 3.2).
  bool full_without_start = true;
  std::vector<InfoRow> info;  // one row a slot, so that info[slot].slot == slot, IUnknown's three included

  friend bool operator==(const RuntimeProfile&, const RuntimeProfile&) = default;
};

inline const std::string& rules_of(const RuntimeProfile& runtime) {
  return runtime.rules_of.empty() ? runtime.name : runtime.rules_of;
}

}  // namespace gcrucible::program
