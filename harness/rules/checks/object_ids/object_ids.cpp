// Rules about the profiler's use of ObjectIDs: where it calls Info methods, and with which ids.
#include "harness/rules/entities/info/taken_ids.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr CallSet kNoInspection{Call::kMovedReferences,  Call::kMovedReferences2,
                                Call::kRootReferences,   Call::kRootReferences2,
                                Call::kObjectReferences, Call::kConditionalWeakTableElementReferences};

void inspection(const OpenInfo& info, const History&, Ruling& ruling) {
  if (!kNoInspection.has(info.inside_call)) return;
  constexpr CallSet kBehindMoves{Call::kRootReferences, Call::kRootReferences2, Call::kObjectReferences};
  broken(info, ruling,
         fmt::format("{} is called inside {}, where objects may be moving.{}", call_text(info),
                     name_of(info.inside_call),
                     kBehindMoves.has(info.inside_call) ? harmless_text(ruling.rule()) : std::string()));
}

void reported(const Collection& collection, const History&, Ruling& ruling) {
  if (!collection.range_calls.empty() || !collection.root_calls.empty() || !collection.objects.empty() ||
      !collection.elements.empty()) {
    ruling.kept();
  }
}

void id_between(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (!is_between(info, history) || kNoInspection.has(info.inside_call)) return;
  const std::uint64_t object = first_argument(info);
  // The ids that these callbacks pass were not known before.
  constexpr CallSet kNew{Call::kFinalizeableObjectQueued, Call::kHandleCreated, Call::kHandleDestroyed};
  if (object == 0 || kNew.has(info.inside_call)) return;
  broken(info, ruling,
         fmt::format("{} is called {}, after GarbageCollectionStarted, in line {}, has returned and before "
                     "GarbageCollectionFinished.",
                     call_text(info), place_text(info), history.collection().started_line));
}

void bracketed(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.starts != 0 && collection.finishes != 0) ruling.kept();
}

void place_of_use(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (first_argument(info) == 0 || is_between(info, history)) return;
  if (has_ids(info, history)) return ruling.kept();
  // For callbacks without a number it is unknown whether they pass ids.
  if (info.inside != kNoLine && info.inside_call == Call::kOther) return;
  broken(info, ruling,
         fmt::format("{} is called {}{}.", call_text(info), place_text(info),
                     info.inside == kNoLine ? ", when a collection may begin at any time"
                                            : ", which passes no ObjectID"));
}

void inspected_null(const OpenInfo& info, const History&, Ruling& ruling) {
  if (info.args.values().empty() || first_argument(info) != 0) return;
  broken(info, ruling,
         fmt::format("{} is called {}: null is not an object, and the call returns E_INVALIDARG.",
                     call_text(info), place_text(info)));
}

constexpr CallSet kWithNulls{Call::kRootReferences, Call::kRootReferences2, Call::kObjectsAllocatedByClass,
                             Call::kHandleCreated, Call::kObjectReferences};

void with_nulls(const Callback& callback, const History&, Ruling& ruling) {
  if (has_nulls(callback)) ruling.kept();
}

void died_of_null(const End& end, const History& history, Ruling& ruling) {
  const InFlight* const around = died_in(end, history);
  if (around == nullptr || !around->null_entries || end.fault != "null") return;
  ruling.broken(finding_at(
      *around, fmt::format("The process died in {} while reading near null, and the call passes a null.",
                           name_of(around->call))));
}

void died_in_report(const End& end, const History& history, Ruling& ruling) {
  const InFlight* const around = died_in(end, history);
  if (around == nullptr || !kNoInspection.has(around->call) || !is_stale_fault(end)) return;
  ruling.broken(finding_at(
      *around, fmt::format("The process died in {}: {}.", name_of(around->call), fault_text(end))));
}

void died_between(const End& end, const History& history, Ruling& ruling) {
  const InFlight* const around = died_in(end, history);
  if (!is_stale_fault(end) || !is_between(history)) return;
  if (around != nullptr && kNoInspection.has(around->call)) return;
  Finding finding{
      .what = fmt::format("The process died before GarbageCollectionFinished: {}.", fault_text(end)),
      .collection = history.collection().number,
      .line = history.collection().started_line,
      .callback = {}};
  if (end.object) finding.object = *end.object;
  ruling.broken(std::move(finding));
}

void next_object(const OpenInfo& info, const History& history, Ruling& ruling) {
  const OwnCalls::Size* const last = history.own_calls().size(info.thread);
  const std::uint64_t alignment = history.header().alignment.value_or(8);
  if (last == nullptr || alignment == 0 || last->size % alignment == 0) return;
  const std::uint64_t end = last->object + last->size;
  const std::uint64_t next = last->object + (last->size + alignment - 1) / alignment * alignment;
  const std::uint64_t object = first_argument(info);
  if (object == next) return ruling.kept();
  if (object != end) return;
  broken(info, ruling,
         fmt::format("{} follows the answer that the object at {} has {} bytes; objects are aligned to {}, "
                     "so the next one begins at {} at the earliest.",
                     call_text(info), id(last->object), last->size, alignment, id(next)));
}

void exception_anew(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (info.inside_call != Call::kExceptionCatcherEnter) return;
  const Exceptions::OfThread* const thread = history.exceptions().of(info.thread);
  if (thread == nullptr || thread->open.empty()) return;
  const Exceptions::Open& catcher = thread->open.back();
  const Exceptions::Exception& thrown = catcher.before;
  const std::uint64_t object = first_argument(info);
  if (catcher.object == 0 || thrown.thrown_as == 0 || thrown.thrown_as == catcher.object) return;
  if (object == catcher.object) return ruling.kept();
  // Without reported collections, the two ids themselves show that one has run.
  const bool none_ran =
      reports_collections(history.masks().required()) && thrown.thrown_in == history.collections();
  if (object != thrown.thrown_as || none_ran) return;
  broken(info, ruling,
         fmt::format("{} is called inside ExceptionCatcherEnter with the id that ExceptionThrown passed, but "
                     "the exception is at {} now.",
                     call_text(info), id(catcher.object)));
}

void handle_of_event(const OpenInfo& info, const History&, Ruling& ruling) {
  if (first_argument(info) == 0 || info.inside == kNoLine) return;
  if (info.inside_call != Call::kEventPipeEventDelivered) return ruling.kept();
  broken(info, ruling,
         fmt::format(
             "{} is called inside EventPipeEventDelivered, which does not keep its object at that address.",
             call_text(info)));
}

constexpr std::string_view kWithObject = "an Info call by the profiler with an ObjectID";
constexpr InfoSet kNotBounds =
    kInspecting | InfoSet{InfoMethod::kCreateHandle};  // a separate rule covers GetObjectGeneration there

constexpr Binding kBindings[] = {
    {.id = "object-ids/no-inspection-in-reports",
     .occasion = "a report of a collection",
     .collection = reported,
     .infos = kInspecting,
     .opened = inspection,
     .end = died_in_report},
    {.id = "object-ids/invalid-until-finished",
     .occasion = "a collection with its bracket",
     .collection = bracketed,
     .infos = kNotBounds,
     .opened = id_between,
     .end = died_between},
    {.id = "object-ids/only-where-handed-out",
     .occasion = kWithObject,
     .infos = kInspecting | InfoSet{InfoMethod::kGetObjectGeneration},
     .opened = place_of_use},
    {.id = "object-ids/null-entries",
     .occasion = "a null where one is allowed",
     .calls = kWithNulls,
     .entry = with_nulls,
     .end = died_of_null},
    {.id = "object-ids/compare-with-null",
     .occasion = "a null where one is allowed",
     .calls = kWithNulls,
     .entry = with_nulls,
     .infos = {InfoMethod::kGetClassFromObject, InfoMethod::kGetObjectSize, InfoMethod::kGetObjectSize2,
               InfoMethod::kGetArrayObjectInfo, InfoMethod::kEnumerateObjectReferences},
     .opened = inspected_null},
    {.id = "object-ids/walk-with-padding",
     .occasion = "a walk by sizes over an object whose size is no multiple of the alignment",
     .infos = kInspecting,
     .opened = next_object},
    {.id = "object-ids/exception-anew",
     .occasion = "an Info call with an exception's id in ExceptionCatcherEnter, the exception having moved",
     .infos = kTakingObjects,
     .opened = exception_anew},
    {.id = "object-ids/no-event-pipe-ids",
     .occasion = "a call of CreateHandle inside a callback",
     .infos = {InfoMethod::kCreateHandle},
     .opened = handle_of_event},
};

}  // namespace

std::span<const Binding> object_id_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
