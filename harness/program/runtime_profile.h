// The behaviour of one CLR, as data: the rows of harness/runtimes/<name>.yaml after reading.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/info_methods.h"
#include "harness/program/code/structure.h"

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

// How a runtime guards an Info method (dotnet/runtime proftoeeinterfaceimpl.inl).
enum class InfoEntry : std::uint8_t {
  kAsync,     // from anywhere
  kSync,      // from a thread without a managed thread, or inside a callback
  kInitOnly,  // CORPROF_E_CALL_ONLY_FROM_INIT outside Initialize
  kUnguarded,
  kNotImplemented  // E_NOTIMPL in the real runtime too
};

// What a compacting collection does with pinned survivors. They are promoted like the others, are demoted to
// generation 0, or stay in their generation.
enum class PinnedPolicy : std::uint8_t { kPromote, kDemote, kStay };

struct InfoRow {
  std::uint16_t slot = 0;  // of the method in the ICorProfilerInfo chain
  InfoEntry entry = InfoEntry::kSync;
  bool triggers = false;         // may trigger a collection; fails inside callbacks that forbid one
  bool after_attach = true;      // allowed to an attached profiler
  bool inspects_object = false;  // needs a collection in progress or a managed thread in a callback
  bool leaves_outs = false;      // does not write its out parameters when it fails
  bool spoils_outs = false;      // writes invalid values into its out parameters when it fails
  bool hangs = false;            // never returns after its entry check accepts the call

  friend bool operator==(const InfoRow&, const InfoRow&) = default;
};
GCRUCIBLE_FIELDS(InfoRow, slot, entry, triggers, after_attach, inspects_object, leaves_outs, spoils_outs,
                 hangs)

struct RuntimeProfile {
  std::string name;
  // The runtime whose rules and leeway apply. Empty: the runtime named `name`.
  std::string rules_of;
  // GetRuntimeInformation
  std::uint16_t clr_instance = 0;
  std::uint32_t runtime_type = 2;  // COR_PRF_RUNTIME_TYPE
  std::uint16_t major = 0, minor = 0, build = 0, qfe = 0;
  std::string version;

  // The highest ICorProfilerInfoN that QueryInterface answers.
  std::uint8_t info_version = abi::kNewestInfoVersion;
  // The highest ICorProfilerCallbackN that it queries the profiler for.
  std::uint8_t callback_version = abi::kNewestCallbackVersion;
  bool requires_callback2 = true;
  // The bits of the event mask that an attached profiler may set.
  std::uint32_t attach_mask_low = 0x100502FE;
  std::uint32_t attach_mask_high = 0xF6;
  std::uint8_t generations = 5;     // cGenerations of GarbageCollectionStarted
  std::uint32_t batch_limit = 512;  // ranges or roots in one call; 0: any, a random choice of the program
  std::vector<ReportPart> order;    // empty: any order, a random choice of the program
  bool any_split = false;           // batches of any size, empty ones included, in any order
  bool root_references2_failure_skips_legacy = true;
  bool allocated_by_class_needs_object_allocated = false;
  // ObjectsAllocatedByClass counts all objects of generation 0, earlier survivors included. Otherwise it
  // counts the objects made since the last collection, as documented (GC-ABC-001, GC-ABC-006).
  bool allocated_by_class_counts_survivors = true;
  // Statics are reported as strong handles of the arrays that hold them.
  bool statics_as_handles = true;
  // FinalizeableObjectQueued repeats an object until it leaves the finalizer queue.
  bool repeats_queued_finalizable = true;
  // After `begin-shutdown` the runtime stays suspended for its shutdown. Collections then have no suspension
  // of their own (GC-SHUT-003).
  bool suspends_for_shutdown = false;
  // A young collection in the first pause of a background collection has its own Started. In .NET it has only
  // a Finished (dotnet/runtime collect.cpp).
  bool starts_young_in_background = false;
  // A thread that returns from native code may report its stop after the runtime has resumed, without having
  // waited. Otherwise it reports before RuntimeResumeStarted.
  bool delivers_thread_suspended_late = true;
  // A profiler that detaches inside the newer call of a batch still gets the older call.
  bool delivers_older_call_while_detaching = true;
  std::uint64_t large_object_threshold = 85000;
  bool large_at_threshold = true;  // size >= threshold goes to the LOH; the documentation says > (Q-37)
  // The default for pinned survivors of a compacting collection, if a `collect` step does not state it
  //
  PinnedPolicy pinned = PinnedPolicy::kStay;
  // Bytes of generation 0 that the allocator gives to a thread at a time. Objects of other threads do not lie
  // between the thread's objects. 0: objects of all threads are adjacent.
  std::uint64_t allocation_area = 8224;
  // Default for the reserved bytes of a range of frozen memory (GetNonGCHeapBounds).
  std::uint64_t frozen_range = 0x3FFFF8;
  // ObjectAllocated comes for each box of a value type. Otherwise a box in generation 0 is announced only if
  // it starts a new allocation area. Code that is not optimized makes the other boxes on a fast path of the
  // runtime, which does not notify profilers.
  bool announces_boxes = false;
  // COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS without MONITOR_GC delivers moved ranges. .NET 6 and later deliver
  // nothing (dotnet/runtime profilepriv.inl).
  bool moved_objects_flag_alone = false;
  // COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED delivers without other allocation flags (dotnet/runtime
  // profilepriv.inl).
  bool pinned_object_flag_alone = false;
  // COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED also announces objects of the pinned object heap that would be
  // large elsewhere (docs/deviations.md).
  bool large_object_flag_announces_pinned = true;
  // The search of an exception that leaves managed code ends with ExceptionUnwindFunctionLeave instead of
  // ExceptionSearchFunctionLeave. Its last function is never reported as unwound (docs/deviations.md).
  // Otherwise each Enter has its Leave.
  bool uncaught_leaves_unpaired = true;
  // Moved or surviving is decided for a whole batch: one moved range makes the whole batch moved
  // (dotnet/runtime eetoprofinterfaceimpl.cpp). Otherwise it is decided for each generation, as documented.
  bool family_per_batch = true;
  // JITCompilationStarted and JITCompilationFinished always pass TRUE. FALSE is documented too.
  bool always_safe_to_block = true;
  // A swept collection of generation 1 may continue as a full one in the same suspension. The full one has no
  // GarbageCollectionStarted (provisional mode, dotnet/runtime collect.cpp).
  bool full_without_start = true;
  std::vector<InfoRow> info;  // one row for each slot: info[slot].slot == slot, including IUnknown's three

  friend bool operator==(const RuntimeProfile&, const RuntimeProfile&) = default;
};
GCRUCIBLE_FIELDS(RuntimeProfile, name, rules_of, clr_instance, runtime_type, major, minor, build, qfe,
                 version, info_version, callback_version, requires_callback2, attach_mask_low,
                 attach_mask_high, generations, batch_limit, order, any_split,
                 root_references2_failure_skips_legacy, allocated_by_class_needs_object_allocated,
                 allocated_by_class_counts_survivors, statics_as_handles, repeats_queued_finalizable,
                 suspends_for_shutdown, starts_young_in_background, delivers_thread_suspended_late,
                 delivers_older_call_while_detaching, large_object_threshold, large_at_threshold, pinned,
                 allocation_area, frozen_range, announces_boxes, moved_objects_flag_alone,
                 pinned_object_flag_alone, large_object_flag_announces_pinned, uncaught_leaves_unpaired,
                 family_per_batch, always_safe_to_block, full_without_start, info)

inline const std::string& rules_of(const RuntimeProfile& runtime) {
  return runtime.rules_of.empty() ? runtime.name : runtime.rules_of;
}

}  // namespace gcrucible::program
