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
  return info.inside_call == Call::kInitialize || info.inside_call == Call::kNotificationOnly ||
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
    kReportCalls | CallSet{Call::kSuspendStarted,  Call::kSuspendFinished, Call::kSuspendAborted,
                           Call::kThreadSuspended, Call::kThreadResumed,   Call::kStarted,
                           Call::kFinished};
// Callbacks that do not forbid a collection, although the runtime is suspended.
constexpr CallSet kOnlySuspended{Call::kFinalizeableQueued, Call::kResumeStarted};

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
  const bool resumes_own = info.inside_call == Call::kResumeStarted &&
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

constexpr Binding kBindings[] = {
    {.id = "suspend-runtime/no-collection",
     .occasion = "a suspension by SuspendRuntime",
     .calls = kReportCalls | CallSet{Call::kStarted, Call::kFinished, Call::kFinalizeableQueued},
     .entry = no_collection,
     .infos = {InfoMethod::kSuspendRuntime, InfoMethod::kResumeRuntime},
     .info = undisturbed},
    {.id = "suspend-runtime/refusals",
     .occasion = "a call of SuspendRuntime or ResumeRuntime that must be refused",
     .infos = {InfoMethod::kSuspendRuntime, InfoMethod::kResumeRuntime},
     .info = refusals},
};

}  // namespace

std::span<const Binding> service_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
