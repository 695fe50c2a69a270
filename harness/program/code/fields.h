// The fields of every structure of a program, for code that treats all fields alike: the codec and the tests'
// generator.
//
// Structured bindings are intentional: if a new field is missing here, the code does not compile.
#pragma once

#include <concepts>
#include <type_traits>

#include "harness/program/program.h"

namespace gcrucible::program {

template <typename T, typename Structure>
concept Is = std::same_as<std::remove_cvref_t<T>, Structure>;

#define GCRUCIBLE_FIELDS(Structure, ...)                \
  template <typename Visitor>                           \
  void fields(Is<Structure> auto& x, Visitor&& visit) { \
    auto& [__VA_ARGS__] = x;                            \
    visit(__VA_ARGS__);                                 \
  }

GCRUCIBLE_FIELDS(InfoRow, slot, entry, triggers, after_attach, inspects_object, leaves_outs, spoils_outs,
                 hangs)
GCRUCIBLE_FIELDS(RuntimeProfile, name, rules_of, clr_instance, runtime_type, major, minor, build, qfe,
                 version, info_version, callback_version, requires_callback2, attach_mask_low,
                 attach_mask_high, generations, batch_limit, order, any_split,
                 root_references2_failure_skips_legacy, allocated_by_class_needs_object_allocated,
                 allocated_by_class_counts_survivors, statics_as_handles, repeats_queued_finalizable,
                 suspends_for_shutdown, starts_young_in_background, reports_stops_late,
                 reports_older_call_while_detaching, large_object_threshold, large_at_threshold, pinned,
                 allocation_area, frozen_range, announces_boxes, moved_objects_flag_alone,
                 pinned_object_flag_alone, large_object_flag_reports_pinned, uncaught_leaves_unpaired,
                 family_per_batch, always_safe_to_block, full_without_start, info)
GCRUCIBLE_FIELDS(RangeSpec, generation, start, reserved, heap)
GCRUCIBLE_FIELDS(HeapSpec, backing, destination, alignment, large_object_threshold, range_length, ranges,
                 quarantine, slide, spacing, finalizers_run, server_heaps, balanced)
GCRUCIBLE_FIELDS(ValueSpec, type, size, references)
GCRUCIBLE_FIELDS(TypeArgument, element_type, type)
GCRUCIBLE_FIELDS(FieldSpec, name, offset, element_type, type, declared, value)
GCRUCIBLE_FIELDS(TypeSpec, name, kind, base_size, component_size, fields_, inherited, element_type,
                 element_class, rank, parent, finalizer, assembly, methods, value, collectible, definition,
                 parameters, arguments, canonical)
GCRUCIBLE_FIELDS(FunctionSpec, name, type)
GCRUCIBLE_FIELDS(ObjectName, object, name)
GCRUCIBLE_FIELDS(Graph, kind, live_every, seed)
GCRUCIBLE_FIELDS(Dimension, length, lower_bound)
GCRUCIBLE_FIELDS(LoadAssembly, assembly, thread, generation, announced, loader, slots, scout, unload_order,
                 in_place_of)
GCRUCIBLE_FIELDS(Allocate, thread, type, length, dimensions, count, generation, at, announced, sampled, graph,
                 heap)
GCRUCIBLE_FIELDS(Store, object, slot, target)
GCRUCIBLE_FIELDS(AddRoot, kind, thread, function, object, interior, pinned)
GCRUCIBLE_FIELDS(SetRoot, root, object)
GCRUCIBLE_FIELDS(CreateHandle, kind, object, secondary, number)
GCRUCIBLE_FIELDS(SetHandle, handle, object, number)
GCRUCIBLE_FIELDS(Ask, slot, inside, object, type, thread, handle, number, text, answer)
GCRUCIBLE_FIELDS(ReportedRange, family, from, to, length)
GCRUCIBLE_FIELDS(ReportEdit, kind, index, ranges, generations)
GCRUCIBLE_FIELDS(Spread, splits, shuffle)
GCRUCIBLE_FIELDS(ThreadStop, thread, how)
GCRUCIBLE_FIELDS(Suspending, aborted, threads, resumed_by)
GCRUCIBLE_FIELDS(Switch, decision, thread)
GCRUCIBLE_FIELDS(Schedule, kind, seed, changes, length, switches, turns)
GCRUCIBLE_FIELDS(Reporting, batch_limit, splits, shuffle, order, edits, roots, dependent_handles,
                 allocated_by_class, queued_shuffle, references_shuffle, root_pairs, interleave, liberties,
                 in_whole, schedule, started_by, suspension, overrides, entries)
GCRUCIBLE_FIELDS(Collect, thread, condemned, induced, mode, destination, pinned, promote, provisional,
                 reporting, asks, attach)
GCRUCIBLE_FIELDS(Step, action, line, column, lane)
GCRUCIBLE_FIELDS(Together, schedule)
GCRUCIBLE_FIELDS(LifeSpec, load, exit, load_anyway, initialize)
GCRUCIBLE_FIELDS(Await, slot, times)
GCRUCIBLE_FIELDS(Attach, data, expected, result)
GCRUCIBLE_FIELDS(AttachInside, place, part, attach)
GCRUCIBLE_FIELDS(Program, runtime, seed, heap, life, collectible, types, threads, functions, names, steps,
                 overrides, failing, is_plain)
GCRUCIBLE_FIELDS(ThreadSpec, name)
GCRUCIBLE_FIELDS(RemoveRoot, root)
GCRUCIBLE_FIELDS(FreeHandle, handle)
GCRUCIBLE_FIELDS(RunFinalizers, most)
GCRUCIBLE_FIELDS(SuppressFinalizer, object)
GCRUCIBLE_FIELDS(RegisterFinalizer, object)
GCRUCIBLE_FIELDS(StartThread, thread)
GCRUCIBLE_FIELDS(EndThread, thread)
GCRUCIBLE_FIELDS(Throw, object, thread, frames, catcher, filters, finally, replaces)
GCRUCIBLE_FIELDS(CatchThrown, thread)
GCRUCIBLE_FIELDS(Compile, function, thread, safe_to_block)
GCRUCIBLE_FIELDS(Suspend, reason, thread, liberties, suspension)
GCRUCIBLE_FIELDS(BeginShutdown, thread, suspends)
GCRUCIBLE_FIELDS(Background, phase, thread, induced, young_first, none_first)
GCRUCIBLE_FIELDS(Said, kind, number, text)
GCRUCIBLE_FIELDS(SaidArgument, index, values)
GCRUCIBLE_FIELDS(CallPlace, slot, which)
GCRUCIBLE_FIELDS(CallEdit, kind, call, place, arguments, thread, count)
GCRUCIBLE_FIELDS(SaidCall, slot, arguments, elsewhere, thread, place, before)
GCRUCIBLE_FIELDS(EntryEdit, kind, part, variant, entry, arguments)
GCRUCIBLE_FIELDS(SaidOut, is_table, value, rows)
GCRUCIBLE_FIELDS(SaidAnswer, hr, out, visited)
GCRUCIBLE_FIELDS(CallOverrides, calls, said)
GCRUCIBLE_FIELDS(InfoFailure, slot, which, answer)
GCRUCIBLE_FIELDS(Say, call)

template <typename Visitor>
void fields(Is<ShutDown> auto&, Visitor&& visit) {
  visit();
}

#undef GCRUCIBLE_FIELDS

// The last enumerator of each enumeration. Greater values are invalid.
template <typename Enumeration>
inline constexpr Enumeration kLast = Enumeration::no_such_enumerator;
template <>
inline constexpr ReportPart kLast<ReportPart> = ReportPart::kObjectReferences;
template <>
inline constexpr InfoEntry kLast<InfoEntry> = InfoEntry::kNotImplemented;
template <>
inline constexpr Generation kLast<Generation> = Generation::kFrozen;
template <>
inline constexpr Backing kLast<Backing> = Backing::kNone;
template <>
inline constexpr Destination kLast<Destination> = Destination::kSlide;
template <>
inline constexpr TypeKind kLast<TypeKind> = TypeKind::kValue;
template <>
inline constexpr Finalizer kLast<Finalizer> = Finalizer::kCritical;
template <>
inline constexpr Graph::Kind kLast<Graph::Kind> = Graph::Kind::kRandomTree;
template <>
inline constexpr AddRoot::Kind kLast<AddRoot::Kind> = AddRoot::Kind::kStatic;
template <>
inline constexpr CreateHandle::Kind kLast<CreateHandle::Kind> = CreateHandle::Kind::kRefCounted;
template <>
inline constexpr LifeSpec::Load kLast<LifeSpec::Load> = LifeSpec::Load::kAttach;
template <>
inline constexpr LifeSpec::Exit kLast<LifeSpec::Exit> = LifeSpec::Exit::kStore;
template <>
inline constexpr AttachInside::Place kLast<AttachInside::Place> = AttachInside::Place::kResume;
template <>
inline constexpr Mode kLast<Mode> = Mode::kSweep;
template <>
inline constexpr PinnedPolicy kLast<PinnedPolicy> = PinnedPolicy::kStay;
template <>
inline constexpr Background::Phase kLast<Background::Phase> = Background::Phase::kEnd;
template <>
inline constexpr Schedule::Kind kLast<Schedule::Kind> = Schedule::Kind::kFree;
template <>
inline constexpr Schedule::Turns kLast<Schedule::Turns> = Schedule::Turns::kWhole;
template <>
inline constexpr Stop kLast<Stop> = Stop::kLate;
template <>
inline constexpr Family kLast<Family> = Family::kSurviving;
template <>
inline constexpr ReportEdit::Kind kLast<ReportEdit::Kind> = ReportEdit::Kind::kReferencesAfterError;
template <>
inline constexpr Said::Kind kLast<Said::Kind> = Said::Kind::kFlag;
template <>
inline constexpr CallEdit::Kind kLast<CallEdit::Kind> = CallEdit::Kind::kClaim;
template <>
inline constexpr EntryEdit::Kind kLast<EntryEdit::Kind> = EntryEdit::Kind::kNewAddresses;
template <>
inline constexpr EntryEdit::Variant kLast<EntryEdit::Variant> = EntryEdit::Variant::kOlder;

}  // namespace gcrucible::program
