// Rules about handles: HandleCreated and HandleDestroyed.
#include <algorithm>
#include <map>

#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/collection/relocation.h"
#include "harness/rules/evidence/standing_object.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using State = Handles::State;

constexpr std::string_view kLate = "handles were not reported from the start";
constexpr std::string_view kMadeUnreported =
    "it may be the handle that .NET recreates without a callback when an exception ends inside another";
constexpr std::string_view kFreedUnreported =
    "it may be the handle of a dead WeakReference, whose destruction .NET does not report";

void every_handle(const Callback& callback, const History& history, Ruling& ruling) {
  const bool lenient = has_leeway(ruling.rule(), history.header().runtime);
  const ExceptionHandles& of_exceptions = history.handles().of_exceptions();
  const auto check = [&](std::uint64_t handle, std::uint32_t entry, bool may_be_unreported) {
    if (history.handles().of(handle) != State::kUnknown) return ruling.kept();
    if (lenient && may_be_unreported) return ruling.cannot(kMadeUnreported);
    if (!history.reported_from_start(abi::COR_PRF_MONITOR_GC)) return ruling.cannot(kLate);
    ruling.broken(at_entry(finding_at(callback, history.collection(),
                                      fmt::format("Handle {:#x} was not reported by HandleCreated.", handle)),
                           entry));
  };
  if (callback.call == Call::kHandleDestroyed) {
    return check(callback.handle, kNoObject, of_exceptions.may_end_unreported(callback));
  }
  for (std::uint32_t i = 0; i < callback.roots.size(); ++i) {
    const Root& root = callback.roots[i];
    if (root.kind == abi::COR_PRF_GC_ROOT_HANDLE) check(root.id, i, of_exceptions.may_be_unreported(root));
  }
  for (std::uint32_t i = 0; i < callback.elements.size(); ++i) check(callback.elements[i].id, i, false);
}

void created_before_destroyed(const Callback& callback, const History& history, Ruling& ruling) {
  const Handles& handles = history.handles();
  const State state = handles.of(callback.handle);
  const bool lenient = has_leeway(ruling.rule(), history.header().runtime);
  if (callback.call == Call::kHandleCreated && state == State::kAlive) {
    if (lenient && handles.may_be_freed(callback.handle)) return ruling.cannot(kFreedUnreported);
    return ruling.broken(
        finding_at(callback, history.collection(),
                   fmt::format("Handle {:#x} is created although it is alive.", callback.handle)));
  }
  if (callback.call == Call::kHandleDestroyed && state == State::kDestroyed) {
    if (lenient && handles.of_exceptions().may_end_unreported(callback))
      return ruling.cannot(kMadeUnreported);
    return ruling.broken(
        finding_at(callback, history.collection(),
                   fmt::format("Handle {:#x} is destroyed a second time.", callback.handle)));
  }
  // A handle never reported as created belongs to the runtime and is older than the profiler.
  ruling.kept();
}

// A dependent handle keeps the key for which it was created or with which it was reported.
void keys_stay(const Collection& collection, const Relocation& relocation, Ruling& ruling) {
  if (collection.elements.empty()) return;
  std::map<std::uint64_t, std::uint64_t> made_for;
  for (const HandledObject& handled : collection.handled) made_for[handled.handle] = handled.object;
  for (const ElementReport& report : collection.elements) {
    const auto made = made_for.find(report.element.id);
    if (made == made_for.end() || made->second == 0 || report.element.key == 0) continue;
    if (relocation.after(made->second) == report.element.key) {
      ruling.kept();
      continue;
    }
    Finding finding{
        .what = fmt::format("Handle {:#x} is for {}, which is at {} now, but is reported with the key {}.",
                            report.element.id, id(made->second), id(relocation.after(made->second)),
                            id(report.element.key)),
        .collection = collection.number,
        .line = report.line,
        .callback = std::string(name_of(Call::kConditionalWeakTableElementReferences)),
        .entry = report.entry};
    finding.address = report.element.key;
    ruling.broken(std::move(finding));
  }
}

// The object of a new handle is in the heap until the next collection, which reports where the object was.
void initial_object(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.handled.empty()) return;
  if (!collection.alive_known || collection.starts == 0) {
    return ruling.cannot("the trace does not record which objects are alive");
  }
  const Relocation relocation(collection);
  keys_stay(collection, relocation, ruling);
  for (const HandledObject& handled : collection.handled) {
    // Other rules check that reported keys are alive.
    if (handled.is_key || handled.object == 0) continue;
    const Began began = object_began(handled.object, collection);
    // Its handle may be weak, cleared or destroyed.
    if (began == Began::kUnknown) continue;
    if (began == Began::kYes) {
      ruling.kept();
      continue;
    }
    const std::uint8_t generation = collection.bounds_before.generation_of(handled.object);
    const ReportedRange* const range = relocation.range(handled.object);
    const std::string why =
        began == Began::kAboveAllocated
            ? fmt::format("there is no object: the address is above the allocated part of its range of {}",
                          name_of_generation(generation))
        : range == nullptr ? std::string("no object lives")
                           : "no object begins in the range " + text_of(*range);
    Finding finding{.what = fmt::format("Handle {:#x} is created for {}, where {}.", handled.handle,
                                        id(handled.object), why),
                    .collection = collection.number,
                    .line = handled.line,
                    .callback = std::string(name_of(Call::kHandleCreated))};
    finding.address = handled.object;
    ruling.broken(std::move(finding));
  }
}

constexpr Binding kBindings[] = {
    {.id = "handles/created-before-destroyed",
     .occasion = "a call of HandleCreated or HandleDestroyed",
     .calls = {Call::kHandleCreated, Call::kHandleDestroyed},
     .entry = created_before_destroyed},
    {.id = "handles/every-handle",
     .occasion = "a handle in a report, or destroyed",
     .calls = {Call::kHandleDestroyed, Call::kRootReferences2, Call::kConditionalWeakTableElementReferences},
     .entry = every_handle},
    {.id = "handles/initial-object",
     .occasion = "a handle created for an object, before a collection that the object survives",
     .collection = initial_object},
};

}  // namespace

std::span<const Binding> handle_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
