// Rules about which callbacks the flags of the event mask enable.
#include <algorithm>

#include "harness/abi/enums.h"
#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::uint32_t kMoved = abi::COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS;
constexpr std::uint32_t kPinned = abi::COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED;
constexpr std::uint32_t kLargeAlone = abi::COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED;

bool moved_alone(const Collection& collection, const History& history) {
  return history.masks().known() && (collection.always.high & kMoved) != 0 &&
         (collection.ever.low & abi::COR_PRF_MONITOR_GC) == 0;
}

bool has_family(const Collection& collection, Family family) {
  return std::any_of(collection.reported.begin(), collection.reported.end(),
                     [&](const ReportedRange& each) { return each.family == family; });
}

void moved_objects_alone(const Collection& collection, const History& history, Ruling& ruling) {
  if (!moved_alone(collection, history))
    return ruling.cannot("COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS is not set alone");
  if (has_family(collection, Family::kSurviving)) {
    return ruling.broken(
        finding_of(collection, "SurvivingReferences is delivered without COR_PRF_MONITOR_GC."));
  }
  if (!collection.model || !collection.model->plan)
    return ruling.cannot("the trace has no model of the objects");
  const CollectionPlan& plan = *collection.model->plan;
  const bool moves = std::any_of(plan.plugs.begin(), plan.plugs.end(),
                                 [](const Plug& plug) { return plug.from != plug.to; });
  if (!moves) return;
  if (has_family(collection, Family::kMoved)) return ruling.kept();
  ruling.broken(finding_of(collection, "Objects move, but no MovedReferences reports the move."));
}

void moved_objects_alone_silent(const Collection& collection, const History& history, Ruling& ruling) {
  if (!moved_alone(collection, history))
    return ruling.cannot("COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS is not set alone");
  if (collection.reported.empty()) return ruling.kept();
  ruling.broken(
      finding_at(collection.reported.front(), collection,
                 "The flag COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS alone has no effect in this runtime."));
}

bool pinned_alone(const History& history, EventMask permitted) {
  return history.masks().known() && (history.masks().required().high & kPinned) != 0 &&
         (permitted.high & kLargeAlone) == 0 && !reports_each_allocation(permitted);
}

void pinned_objects_alone_reported(const Callback& callback, const History& history, Ruling& ruling) {
  if (!pinned_alone(history, history.permitted_for(callback.thread)))
    return ruling.cannot("COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED is not set alone");
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format(
          "Object {} is reported, but the flag for pinned objects alone has no effect in this runtime.",
          id(callback.object))));
}

void pinned_objects_alone_made(const ModelLine& line, const History& history, Ruling& ruling) {
  if (!pinned_alone(history, history.masks().permitted()))
    return ruling.cannot("COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED is not set alone");
  if (trace::number_in(*line.event, "generation") == kPinnedHeap) ruling.kept();
}

// Generation 0 has objects if its ranges are not empty. A real collector with segments (libclrgc) has a
// free object at the start of each range.
bool finds_young_objects(const Collection& collection, bool recorded) {
  constexpr std::uint64_t kFreeObject = 24;
  const std::uint64_t nothing = recorded ? kFreeObject : 0;
  return std::ranges::any_of(collection.bounds_before.ranges(), [&](const HeapRange& range) {
    return range.generation == 0 && range.allocated > nothing;
  });
}

void allocated_by_class(const Collection& collection, const History& history, Ruling& ruling) {
  if (!history.monitors_gc(collection)) return ruling.cannot("COR_PRF_MONITOR_GC is not set");
  if (collection.starts == 0 || collection.bounds_before.empty())
    return ruling.cannot("the trace does not record the generations of addresses");
  // ObjectsAllocatedByClass comes with Started.
  if (collection.provisional) return;
  if (!finds_young_objects(collection, history.header().source == "recorded")) return;
  if (!collection.class_calls.empty()) return ruling.kept();
  if (collection.made && collection.made->empty()) return;
  ruling.broken(
      finding_of(collection, "Generation 0 contains objects, but ObjectsAllocatedByClass is not delivered."));
}

void gc_brings_all(const Collection& collection, const History& history, Ruling& ruling) {
  if (!history.monitors_gc(collection)) return ruling.cannot("COR_PRF_MONITOR_GC is not set");
  if (collection.starts == 0) return;
  const auto lacks = [&](std::string_view what, std::string_view because) {
    ruling.broken(finding_of(collection, fmt::format("{} is not delivered, although {}.", what, because)));
  };
  const bool some_root = std::any_of(collection.roots.begin(), collection.roots.end(),
                                     [](const Root& root) { return root.object != 0; });
  if (some_root && collection.objects.empty() && !collection.references_stopped) {
    return lacks("ObjectReferences", "roots hold objects");
  }
  const auto in_heap = [&](const ObjectReport& each) {
    return collection.bounds_after.generation_of(each.object) <= kPinnedHeap;
  };
  const bool young = std::any_of(collection.objects.begin(), collection.objects.end(), in_heap);
  // Memory that is not collected keeps objects alive without a root. Older generations do so directly.
  // Frozen objects do so as keys of dependent handles, which are reported since ICorProfilerCallback5.
  constexpr std::uint32_t kReportsDependent = 5;
  const bool may_be_keys =
      !collection.elements.empty() || history.header().callback_version.value_or(0) < kReportsDependent;
  const bool frozen =
      may_be_keys && !std::all_of(collection.objects.begin(), collection.objects.end(), in_heap);
  if (young && !frozen && collection.condemns_all() && !some_root)
    return lacks("RootReferences", "objects are alive");
  if (collection.root_calls.empty() && !collection.cut && history.header().source == "recorded" &&
      history.handles().any_held())
    return lacks("RootReferences", "there are handles that were strong roots of earlier collections");
  const bool survivors = std::any_of(collection.fates.begin(), collection.fates.end(), [&](const Fate& fate) {
    return fate.survives && collection.condemned(fate.generation);
  });
  if (collection.fates_known && survivors && collection.reported.empty()) {
    return lacks("MovedReferences or SurvivingReferences", "objects of collected generations survive");
  }
  if (young && collection.condemns_all() && collection.reported.empty()) {
    return lacks("MovedReferences or SurvivingReferences",
                 "every generation was collected and objects are alive");
  }
  if (!collection.objects.empty() || some_root) ruling.kept();
}

void basic_gc(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!history.basic_gc_only())
    return ruling.cannot("COR_PRF_HIGH_BASIC_GC is not the only GC flag that is set");
  if (info.inside_call != Call::kGarbageCollectionStarted &&
      info.inside_call != Call::kGarbageCollectionFinished)
    return;
  if (info.succeeded()) return ruling.kept();
  // Before an attached profiler has seen a Started, the runtime's table may not exist.
  if (history.collection().orphaned) return;
  ruling.broken(finding_at(info, history.collection(),
                           fmt::format("GetGenerationBounds answers {} inside {}.",
                                       abi::hresult_text(info.hr), name_of(info.inside_call))));
}

void basic_gc_brackets(const Collection& collection, const History&, Ruling& ruling) {
  const bool basic_only = (collection.always.high & abi::COR_PRF_HIGH_BASIC_GC) != 0 &&
                          (collection.ever.low & abi::COR_PRF_MONITOR_GC) == 0;
  if (!basic_only || !collection.model || !collection.model->plan) return;
  // The decisions of a background collection, and of the young one at its beginning, are inside its
  // bracket.
  if (collection.model->in_background || collection.model->provisional) return;
  if (collection.starts != 0) return ruling.kept();
  ruling.broken(finding_of(collection, "A collection ran, but no GarbageCollectionStarted was delivered."));
}

void no_background(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.monitors_gc()) return;
  const Collection& collection = history.collection();
  const Suspension& suspension = history.suspension();
  // Heaps are also prepared for blocking collections, in separate pauses.
  if (callback.call == Call::kRuntimeSuspendStarted) {
    if (callback.reason != abi::COR_PRF_SUSPEND_FOR_GC_PREP || !collection.open()) return ruling.kept();
    return ruling.broken(finding_at(
        callback, collection,
        fmt::format("The runtime suspends (COR_PRF_SUSPEND_FOR_GC_PREP) for the collection of line {}, which "
                    "has not finished, under COR_PRF_MONITOR_GC.",
                    collection.started_line)));
  }
  if (callback.call == Call::kGarbageCollectionStarted) {
    if (suspension.state() != Suspension::State::kSuspended ||
        suspension.reason() != abi::COR_PRF_SUSPEND_FOR_GC_PREP)
      return;
    return ruling.broken(finding_at(callback, collection,
                                    "The collection starts in a suspension that only prepares one "
                                    "(COR_PRF_SUSPEND_FOR_GC_PREP)."));
  }
  // A start without an end is covered by bracket/pairs. Here the runtime resumed, and the end came later.
  const bool reported =
      suspension.ever_reported() && collection.open() && suspension.resumed_line() != kNoLine;
  if (!reported || suspension.state() != Suspension::State::kRunning) return;
  if (suspension.resumed_line() < collection.started_line) return;
  ruling.broken(finding_at(
      callback, collection,
      fmt::format("The runtime resumed in line {}, inside this collection, which finishes only now.",
                  suspension.resumed_line())));
}

constexpr Binding kBindings[] = {
    {.id = "masks/moved-objects-alone",
     .occasion = "a collection that moves objects under COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS alone",
     .collection = moved_objects_alone},
    {.id = "masks/moved-objects-alone-silent",
     .occasion = "a collection under COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS alone",
     .collection = moved_objects_alone_silent},
    {.id = "masks/pinned-objects-alone-silent",
     .occasion =
         "an object in the pinned object heap under COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED alone",
     .calls = {Call::kObjectAllocated},
     .entry = pinned_objects_alone_reported,
     .facts = {Fact::kAllocated},
     .model = pinned_objects_alone_made},
    {.id = "masks/allocated-by-class",
     .occasion = "a collection that finds new objects in generation 0",
     .collection = allocated_by_class},
    {.id = "masks/gc-brings-all",
     .occasion = "a collection under COR_PRF_MONITOR_GC",
     .collection = gc_brings_all},
    {.id = "masks/basic-gc",
     .occasion = "a collection under COR_PRF_HIGH_BASIC_GC alone",
     .collection = basic_gc_brackets,
     .infos = {InfoMethod::kGetGenerationBounds},
     .info = basic_gc},
    {.id = "masks/no-background",
     .occasion = "a suspension under COR_PRF_MONITOR_GC",
     .calls = {Call::kRuntimeSuspendStarted, Call::kGarbageCollectionStarted,
               Call::kGarbageCollectionFinished},
     .entry = no_background},
};

}  // namespace

std::span<const Binding> mask_effect_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
