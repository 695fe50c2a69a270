// Rules about SuspendRuntime and ResumeRuntime.
#include "harness/abi/enums.h"
#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/evidence/observed_object.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

bool at_start(const InfoEvent& info) {
  return info.inside_call == Call::kInitialize || info.inside_call == Call::kLoadAsNotificationOnly ||
         info.inside_call == Call::kInitializeForAttach;
}

void no_collection(const Callback& callback, const History& history, Ruling& ruling) {
  const ProfilerSuspension& suspension = history.profiler_suspension();
  if (!suspension.active() || suspension.ending()) return;
  ruling.broken(
      finding_at(callback, history.collection(),
                 fmt::format("SuspendRuntime, in line {}, suspended the runtime, but {} is delivered.",
                             suspension.line(), callback.name)));
}

// Callbacks of a collection and its suspension that forbid a collection. The runtime checks for these
// first.
constexpr CallSet kForbidding =
    kReportCalls | CallSet{Call::kRuntimeSuspendStarted,    Call::kRuntimeSuspendFinished,
                           Call::kRuntimeSuspendAborted,    Call::kRuntimeThreadSuspended,
                           Call::kRuntimeThreadResumed,     Call::kGarbageCollectionStarted,
                           Call::kGarbageCollectionFinished};
// Callbacks that do not forbid a collection, although the runtime is suspended.
constexpr CallSet kOnlySuspended{Call::kFinalizeableObjectQueued, Call::kRuntimeResumeStarted};

// Whether suspensions are reported, and none for the profiler has begun since the call.
bool lacks_suspension(const InfoEvent& info, const History& history) {
  const Suspension& suspension = history.suspension();
  // A call that must be refused there is covered by suspend-runtime/refusals.
  if (kForbidding.has(info.inside_call) || kOnlySuspended.has(info.inside_call) || at_start(info))
    return false;
  if (!suspension.tracked() || (history.masks().required().low & abi::COR_PRF_MONITOR_SUSPENDS) == 0)
    return false;
  // An answer has no entry line of its own.
  const std::uint64_t since = info.asked ? info.inside : info.line;
  if (since == kNoLine) return false;
  return suspension.started_line() == kNoLine || suspension.started_line() < since;
}

void undisturbed(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.method == InfoMethod::kSuspendRuntime) {
    if (!info.succeeded() || !lacks_suspension(info, history)) return;
    return ruling.broken(
        finding_at(info, history.collection(),
                   "SuspendRuntime succeeds, but no suspension for the profiler is reported."));
  }
  if (info.succeeded() && history.profiler_suspension().had(info)) ruling.kept();
}

void judge(const InfoEvent& info, const History& history, Ruling& ruling, bool right, std::string_view why) {
  if (right) return ruling.kept();
  ruling.broken(finding_at(info, history.collection(),
                           fmt::format("{} answers {} {}.", info.name, abi::hresult_text(info.hr), why)));
}

void refusals(const InfoEvent& info, const History& history, Ruling& ruling) {
  // The runtime checks first whether the call is forbidden, and answers accordingly.
  const bool forbidden = info.hr == abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE;
  if (at_start(info)) {
    return judge(info, history, ruling, forbidden || info.hr == abi::CORPROF_E_RUNTIME_UNINITIALIZED,
                 "before the runtime is started");
  }
  const ProfilerSuspension& suspension = history.profiler_suspension();
  if (info.method == InfoMethod::kResumeRuntime) {
    if (suspension.had(info)) return;
    return judge(info, history, ruling, forbidden, "although SuspendRuntime has suspended nothing");
  }
  const bool refused = info.hr == abi::CORPROF_E_SUSPENSION_IN_PROGRESS;
  if (kForbidding.has(info.inside_call)) {
    // The runtime checks the current callback only for managed threads. If all callbacks come on one
    // thread, that thread is managed.
    const bool managed = is_managed(info.thread, history) ||
                         (!history.threads().several() && !history.own_calls().collects(info.thread));
    return judge(info, history, ruling, forbidden || (refused && !managed),
                 managed ? "in a callback of a managed thread that forbids a collection"
                         : "in a callback that forbids a collection");
  }
  // The trace does not show whether the profiler's own suspension, which ends there, still counts.
  const bool resumes_own = info.inside_call == Call::kRuntimeResumeStarted &&
                           history.suspension().reason() != abi::COR_PRF_SUSPEND_FOR_GC;
  if (kOnlySuspended.has(info.inside_call) && !resumes_own) {
    const bool lenient = has_leeway(ruling.rule(), history.header().runtime);
    return judge(info, history, ruling, refused || (forbidden && lenient), "while the runtime is suspended");
  }
  if (suspension.active() && !suspension.ending()) {
    return judge(info, history, ruling, refused || forbidden, "although the runtime is suspended");
  }
  if (moment_of(info, history) == Moment::kRest || info.inside == kNoLine) return;
  judge(info, history, ruling, refused || forbidden, "inside a collection");
}

// On the thread of `callback`: an Info call that suspends the runtime.
bool asked_for(const Callback& callback, const History& history) {
  if (history.profiler_suspension().asking(callback.thread)) return true;
  const OpenInfo* const info = history.open_infos().innermost(callback.thread);
  return info != nullptr && (info->method == InfoMethod::kSuspendRuntime ||
                             info->method == InfoMethod::kEnumerateGCHeapObjects ||
                             info->method == InfoMethod::kEnumerateNonGCObjects);
}

void for_profiler(const Callback& callback, const History& history, Ruling& ruling) {
  const bool says = callback.reason == abi::COR_PRF_SUSPEND_FOR_PROFILER;
  const bool is = asked_for(callback, history);
  if (says == is) {
    if (is) ruling.kept();
    return;
  }
  ruling.broken(finding_at(
      callback, history.collection(),
      is ? fmt::format("The profiler requested this suspension, but its reason is {}.", callback.reason)
         : "The reason is COR_PRF_SUSPEND_FOR_PROFILER, but the profiler did not request the suspension."));
}

// Callbacks of the suspending thread during suspension, at rest, and during resume.
constexpr CallSet kOnTheWay{Call::kRuntimeThreadSuspended, Call::kRuntimeThreadResumed};

constexpr CallSet kAtRest = kOnTheWay | kReportCalls |
                            CallSet{Call::kGarbageCollectionStarted, Call::kGarbageCollectionFinished,
                                    Call::kFinalizeableObjectQueued};

void suspender_only_suspends(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  using State = Suspension::State;
  const State state = suspension.state();
  if (suspension.owes_resume(callback.thread) && callback.call != Call::kRuntimeResumeFinished &&
      !kOnTheWay.has(callback.call) && callback.call != Call::kOther) {
    return ruling.broken(finding_at(callback, history.collection(),
                                    fmt::format("{} is delivered on a thread that has begun to resume the "
                                                "runtime and has not reported RuntimeResumeFinished.",
                                                callback.name)));
  }
  if (state == State::kRunning || !suspension.tracked()) return;
  if (history.is_own_handle(callback) || history.is_own_load(callback)) return;
  if (kSuspensionCalls.has(callback.call) || callback.call == Call::kOther) return;
  // The raising thread delivers the collector's own events.
  if (callback.call == Call::kEventPipeEventDelivered) return;
  if (suspension.reason() != abi::COR_PRF_SUSPEND_FOR_GC &&
      suspension.reason() != abi::COR_PRF_SUSPEND_FOR_GC_PREP)
    return;
  const bool back = state == State::kResuming;
  if (callback.thread != (back ? suspension.resumer() : suspension.suspender())) return;
  const CallSet fit = state == State::kSuspended ? kAtRest : kOnTheWay;
  if (fit.has(callback.call)) return ruling.kept();
  // Brackets and reports outside a suspension are covered by bracket/suspended.
  if (kAtRest.has(callback.call) && history.monitors_gc()) return;
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("{} is delivered on the thread that {} the runtime (line {}), which is {}.", callback.name,
                  back ? "resumes" : "suspends", back ? suspension.resumed_line() : suspension.started_line(),
                  back                         ? "being resumed"
                  : state == State::kSuspended ? "suspended"
                                               : "being suspended")));
}

constexpr Binding kBindings[] = {
    {.id = "suspend-runtime/no-collection",
     .occasion = "a suspension by SuspendRuntime",
     .calls = kReportCalls | CallSet{Call::kGarbageCollectionStarted, Call::kGarbageCollectionFinished,
                                     Call::kFinalizeableObjectQueued},
     .entry = no_collection,
     .infos = {InfoMethod::kSuspendRuntime, InfoMethod::kResumeRuntime},
     .info = undisturbed},
    {.id = "suspend-runtime/refusals",
     .occasion = "a call of SuspendRuntime or ResumeRuntime that must be refused",
     .infos = {InfoMethod::kSuspendRuntime, InfoMethod::kResumeRuntime},
     .info = refusals},
    {.id = "suspension/for-profiler",
     .occasion = "a suspension that the profiler requests",
     .calls = {Call::kRuntimeSuspendStarted},
     .entry = for_profiler},
    {.id = "suspension/suspender-only-suspends",
     .occasion = "a suspension for a collection",
     .calls = CallSet::all(),
     .entry = suspender_only_suspends},
};

}  // namespace

std::span<const Binding> service_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
