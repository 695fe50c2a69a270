// Rules about the order of GarbageCollectionStarted, GarbageCollectionFinished and the other callbacks.
#include <string>

#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"
#include "harness/abi/suspend_reasons.h"
#include "harness/rules/evidence/runtime_settings.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNotMonitored =
    "COR_PRF_MONITOR_GC is not set, so reports need not be inside brackets";
constexpr std::string_view kMissed = "the collection may have started before collections were reported";
constexpr CallSet kFinishedWaits = kReportCalls | CallSet{Call::kFinalizeableObjectQueued};
constexpr CallSet kWithArrays =
    kRangeCalls | kRootCalls |
    CallSet{Call::kGarbageCollectionStarted, Call::kObjectsAllocatedByClass,
            Call::kConditionalWeakTableElementReferences, Call::kObjectReferences};
constexpr CallSet kBracketCalls{Call::kGarbageCollectionStarted, Call::kGarbageCollectionFinished};

std::string suspend_text(std::uint32_t reason) {
  const abi::SuspendReason* const known = abi::find_suspend_reason(reason);
  return known != nullptr ? known->name : std::to_string(reason);
}

void started_first(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.monitors_gc()) return ruling.cannot(kNotMonitored);
  if (history.may_be_orphans()) {
    return ruling.cannot(kOrphans);
  }
  const Collection& collection = history.collection();
  if (collection.starts != 0) return ruling.kept();
  ruling.broken(finding_at(
      callback, collection,
      callback.name + " is delivered although no GarbageCollectionStarted of its collection was reported."));
}

void finished_last(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.monitors_gc()) return ruling.cannot(kNotMonitored);
  const Collection& collection = history.collection();
  if (callback.call != Call::kGarbageCollectionFinished) {
    if (collection.open() || collection.finishes == 0) return;
    return ruling.broken(
        finding_at(callback, collection,
                   fmt::format("{} is delivered after GarbageCollectionFinished of its collection (line {}).",
                               callback.name, collection.finished_line)));
  }
  ruling.kept();
  for (const InFlight& call : history.in_flight().calls()) {
    if (call.returned || !kFinishedWaits.has(call.call) || call.line < collection.first_line) continue;
    ruling.broken(
        finding_at(callback, collection,
                   fmt::format("GarbageCollectionFinished is delivered while {} (line {}) has not returned.",
                               name_of(call.call), call.line)));
  }
}

// A blocking full collection waits for a background collection. A background collection does not end in its
// first pause.
void no_second_of_all(const Callback& callback, const History& history, Ruling& ruling) {
  const BackgroundBrackets::Started* const before = history.background().innermost();
  if (!history.basic_gc_only() || before == nullptr || !before->same_pause || !before->of_all) {
    return ruling.cannot("COR_PRF_MONITOR_GC is not set, so background collections may run");
  }
  if (!callback.of_all()) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("GarbageCollectionStarted for all generations is delivered in a pause "
                                       "in which a collection of all generations already started at line {}.",
                                       before->line)));
}

void no_nesting(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.monitors_gc()) return no_second_of_all(callback, history, ruling);
  const Collection& collection = history.collection();
  if (collection.orphaned && collection.finishes == 0) {
    return ruling.broken(finding_at(callback, collection,
                                    "GarbageCollectionStarted is delivered while the collection that was "
                                    "under way when the profiler attached has not finished."));
  }
  if (!collection.open()) return ruling.kept();
  ruling.broken(finding_at(callback, collection,
                           fmt::format("GarbageCollectionStarted is delivered while the collection that "
                                       "started at line {} has not finished.",
                                       collection.started_line)));
}

void pairs(const Collection& collection, const History& history, Ruling& ruling) {
  if (!history.monitors_gc(collection))
    return ruling.cannot("COR_PRF_MONITOR_GC is not set, so background collections may run");
  if (collection.starts == 0) return;  // covered by started_first
  if (collection.finishes == 1) return ruling.kept();
  ruling.broken(
      finding_of(collection, collection.finishes == 0
                                 ? "This collection started and never finished."
                                 : fmt::format("This collection finished {} times.", collection.finishes)));
}

void provisional_second_report(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.provisional) return ruling.kept();
  if (collection.finishes < 2 || collection.starts == 0 || !history.monitors_gc(collection)) return;
  const bool young = collection.generations == std::vector<std::uint8_t>{1, 1, 0, 0, 0};
  ruling.broken(finding_of(collection,
                           fmt::format("This collection finished {} times, {}.", collection.finishes,
                                       collection.resumed_between ? "and the runtime had been resumed before"
                                       : !young                   ? "and it was not one of generation 1"
                                                : "and no swept memory was reported in between")));
}

void count_is_length(const Callback& callback, const History& history, Ruling& ruling) {
  const auto entries = [](const Callback& c) {
    return c.generations.size() + c.ranges.size() + c.roots.size() + c.elements.size() + c.classes.size() +
           c.references.size();
  };
  const std::uint64_t there = callback.there.value_or(entries(callback));
  const std::uint64_t count = callback.claimed.value_or(entries(callback));
  if (there == count) return;
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("{} has an entry count of {}, but its arrays hold {}.", callback.name, count, there)));
}

// The tracer has read all entries that the count names.
void read_to_the_end(const Return& returned, const History&, Ruling& ruling) {
  if (returned.known) ruling.kept();
}

void basic_gc_bound(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.basic_gc_only())
    return ruling.cannot("COR_PRF_HIGH_BASIC_GC is not the only GC flag that is set");
  const std::uint32_t open = history.open_brackets();
  if (callback.call == Call::kGarbageCollectionFinished && open == 0) {
    if (history.may_be_orphans() || history.background().missed() != 0) return ruling.cannot(kMissed);
    return ruling.broken(
        finding_at(callback, history.collection(),
                   "GarbageCollectionFinished is delivered although no collection is open."));
  }
  if (callback.call == Call::kGarbageCollectionStarted && open >= 2) {
    return ruling.broken(finding_at(
        callback, history.collection(),
        fmt::format("GarbageCollectionStarted is delivered while {} collections are open already.", open)));
  }
  ruling.kept();
}

bool reports_suspensions(const History& history) {
  return (history.masks().required().low & abi::COR_PRF_MONITOR_SUSPENDS) != 0 &&
         (history.suspension().ever_reported() || history.reported_from_start(abi::COR_PRF_MONITOR_SUSPENDS));
}

// A suspension in which no collection starts. Without a background collection, masks/no-background covers a
// suspension that prepares a collection. Other collections of .NET have their second pause in such a
// suspension, and start in another one.
bool is_for_something_else(const Callback& callback, const History& history) {
  const Suspension& suspension = history.suspension();
  if (suspension.state() != Suspension::State::kSuspended) return false;
  const bool prepares = suspension.reason() == abi::COR_PRF_SUSPEND_FOR_GC_PREP &&
                        callback.call == Call::kGarbageCollectionStarted && !history.monitors_gc() &&
                        is_real_net10(history.header());
  return prepares || !suspension.for_collections();
}

void suspended(const Callback& callback, const History& history, Ruling& ruling) {
  if (!reports_suspensions(history))
    return ruling.cannot("COR_PRF_MONITOR_SUSPENDS is not set, so suspensions are not reported");
  const Suspension& suspension = history.suspension();
  if (callback.call == Call::kRuntimeResumeStarted) {
    // A scenario may suspend for any reason and resume.
    const bool for_end = history.header().source == "recorded" &&
                         suspension.state() == Suspension::State::kSuspended &&
                         suspension.reason() == abi::COR_PRF_SUSPEND_FOR_SHUTDOWN;
    if (!for_end) return;
    return ruling.broken(finding_at(callback, history.collection(),
                                    fmt::format("The suspension of line {} is for shutdown, and the runtime "
                                                "never resumes from such a suspension.",
                                                suspension.started_line())));
  }
  // Callbacks before any suspension and any Started are covered by shutdown/unannounced-only-then.
  const bool begun = callback.call == Call::kGarbageCollectionStarted || history.collection().starts != 0;
  if (!suspension.ever_reported() && !begun)
    return ruling.cannot("neither a suspension nor a collection has begun");
  if (suspension.state() == Suspension::State::kSuspended && !suspension.reason_known())
    return ruling.cannot("the suspension began before suspensions were reported");
  const bool elsewhere = is_for_something_else(callback, history);
  // In .NET a background collection also starts in a pause.
  const bool starts_at_rest = elsewhere || (is_real_net10(history.header()) && suspension.tracked());
  if (!history.monitors_gc() && !(starts_at_rest && callback.call == Call::kGarbageCollectionStarted))
    return ruling.cannot("COR_PRF_MONITOR_GC is not set, so collections need not suspend");
  // At shutdown, collections run inside a suspension with another reason, or an unreported one
  // (GC-SUS-007).
  if (history.shut_down()) return;
  if (!elsewhere && suspension.for_collections()) return ruling.kept();
  const std::string where =
      elsewhere ? fmt::format("inside a suspension whose reason is {}, which is not for a collection",
                              suspend_text(suspension.reason()))
                : "while the runtime is not suspended";
  ruling.broken(finding_at(callback, history.collection(), callback.name + " is delivered " + where + "."));
}

// Managed threads raise no callbacks in an open bracket. If the runtime was reported as resumed,
// bracket/pairs covers the bracket.
bool may_be_reported(const History& history, Ruling& ruling) {
  if (!history.monitors_gc()) {
    ruling.cannot("COR_PRF_MONITOR_GC is not set, so background collections may run");
    return true;
  }
  const Suspension& suspension = history.suspension();
  const bool resumed = suspension.ever_reported() && suspension.state() == Suspension::State::kRunning;
  if (history.collection().open() && history.collection().cut) {
    ruling.cannot("COR_PRF_MONITOR_GC was not set when the collection finished");
    return true;
  }
  if (history.collection().open() && !resumed) return false;
  ruling.kept();
  return true;
}

void no_allocation(const Callback& callback, const History& history, Ruling& ruling) {
  if (may_be_reported(history, ruling)) return;
  const Collection& collection = history.collection();
  ruling.broken(
      finding_at(callback, collection,
                 fmt::format("Object {} is allocated while the collection that started at line {} runs.",
                             id(callback.object), collection.started_line)));
}

// Callbacks that a thread in preemptive mode may raise during a suspension.
constexpr CallSet kBesides = kLoadCalls | kPreemptiveExceptionCalls;

// Also allowed: creating a handle without an object, for example one of a new thread. In a real CLR, a
// handle may be destroyed in any mode: the finalizer thread destroys handles of dynamic methods.
bool may_come_beside(const Callback& callback, const History& history, const Rule& rule) {
  if (callback.call == Call::kHandleCreated) return callback.object == 0;
  if (callback.call == Call::kHandleDestroyed) {
    const auto thread = history.threads().self(callback.thread);
    return history.header().source == "recorded" && has_leeway(rule, history.header().runtime) &&
           !(thread && history.threads().suspended(*thread));
  }
  return kBesides.has(callback.call);
}

// Whether the thread makes the collection: it raised Started, or reported the last object or root.
bool collects(const Collection& collection, std::uint32_t thread) {
  if (collection.starts != 0 && collection.started_thread == thread) return true;
  if (!collection.objects.empty()) return collection.objects.back().thread == thread;
  return !collection.root_calls.empty() && collection.root_calls.back().thread == thread;
}

void no_running_code(const Callback& callback, const History& history, Ruling& ruling) {
  if (may_come_beside(callback, history, ruling.rule()) && !collects(history.collection(), callback.thread))
    return;
  if (history.is_own_handle(callback) || history.is_own_load(callback)) return;
  if (may_be_reported(history, ruling)) return;
  const Collection& collection = history.collection();
  ruling.broken(finding_at(callback, collection,
                           fmt::format("{} is delivered while the collection that started at line {} runs.",
                                       callback.name, collection.started_line)));
}

constexpr Binding kBindings[] = {
    {.id = "bracket/started-first",
     .occasion = "a report of a collection",
     .calls = kReportCalls | CallSet{Call::kGarbageCollectionFinished},
     .entry = started_first},
    {.id = "bracket/finished-last",
     .occasion = "a report of a collection",
     .calls = kReportCalls | CallSet{Call::kGarbageCollectionFinished},
     .entry = finished_last},
    {.id = "bracket/no-nesting",
     .occasion = "a collection that starts",
     .calls = {Call::kGarbageCollectionStarted},
     .entry = no_nesting},
    {.id = "bracket/pairs", .occasion = "a collection that starts", .collection = pairs},
    {.id = "bracket/provisional-second-report",
     .occasion = "a second report after GarbageCollectionFinished",
     .collection = provisional_second_report},
    {.id = "arrays/count-is-length",
     .occasion = "a callback with arrays",
     .calls = kWithArrays,
     .entry = count_is_length,
     .returns = kWithArrays,
     .returned = read_to_the_end},
    {.id = "bracket/basic-gc-bound",
     .occasion = "a collection under COR_PRF_HIGH_BASIC_GC alone",
     .calls = kBracketCalls,
     .entry = basic_gc_bound},
    {.id = "bracket/suspended",
     .occasion = "a collection",
     .calls = kReportCalls | kBracketCalls | CallSet{Call::kRuntimeResumeStarted},
     .entry = suspended},
    {.id = "bracket/no-allocation",
     .occasion = "a call of ObjectAllocated",
     .calls = {Call::kObjectAllocated},
     .entry = no_allocation},
    {.id = "bracket/no-running-code",
     .occasion = "a callback about an exception or a handle",
     .calls = kExceptionCalls | CallSet{Call::kHandleCreated, Call::kHandleDestroyed} | kLoadCalls,
     .entry = no_running_code},
};

}  // namespace

std::span<const Binding> bracket_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
