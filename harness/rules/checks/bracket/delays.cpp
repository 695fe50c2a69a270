// Rules about collections that must wait: for callbacks in which collections are disabled, and for the
// resume after the previous collection.
#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/trigger_guard.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// The callbacks in "Garbage Collection Blocking" (bb397944) and "GC-Safe Callouts".
constexpr CallSet kExceptionSteps{Call::kExceptionOSHandlerEnter,      Call::kExceptionOSHandlerLeave,
                                  Call::kExceptionUnwindFunctionEnter, Call::kExceptionUnwindFunctionLeave,
                                  Call::kExceptionUnwindFinallyEnter,  Call::kExceptionUnwindFinallyLeave,
                                  Call::kExceptionCatcherEnter,        Call::kExceptionCatcherLeave,
                                  Call::kExceptionCLRCatcherFound,     Call::kExceptionCLRCatcherExecute};
constexpr CallSet kThrown{Call::kExceptionThrown};
constexpr CallSet kComTables{Call::kCOMClassicVTableCreated, Call::kCOMClassicVTableDestroyed};
constexpr CallSet kCompilations{Call::kJITCompilationStarted,
                                Call::kJITCompilationFinished,
                                Call::kDynamicMethodJITCompilationStarted,
                                Call::kDynamicMethodJITCompilationFinished,
                                Call::kReJITCompilationStarted,
                                Call::kReJITCompilationFinished};
// Other callbacks that forbid triggers. Other rules of the bracket cover reports and Started. Threads
// report their own stop while the collection that stops them runs.
constexpr CallSet kForbidding{
    Call::kThreadAssignedToOSThread, Call::kRuntimeSuspendStarted, Call::kRuntimeSuspendFinished,
    Call::kRuntimeSuspendAborted,    Call::kHandleCreated,         Call::kHandleDestroyed,
    Call::kGarbageCollectionFinished};
// The first sign of a collection: all threads have stopped for it; if that is not reported, Started.
constexpr CallSet kSigns{Call::kRuntimeSuspendFinished, Call::kGarbageCollectionStarted};
constexpr InfoSet kHandleMethods{InfoMethod::kCreateHandle, InfoMethod::kDestroyHandle};

bool is_sign(const Callback& callback, const History& history) {
  if (callback.call == Call::kGarbageCollectionStarted) return true;
  const std::uint32_t reason = history.suspension().reason();
  return reason == abi::COR_PRF_SUSPEND_FOR_GC || reason == abi::COR_PRF_SUSPEND_FOR_GC_PREP;
}

// The suspension for the starting collection was already such a sign.
bool was_seen(const InFlight& call, const Callback& sign, const History& history) {
  return sign.call == Call::kGarbageCollectionStarted && history.suspension().for_collections() &&
         call.line < history.suspension().finished_line();
}

// The profiler itself gave up control by calling a method that may trigger a collection. Its own handles
// may be created or destroyed on a thread that no collection waits for.
bool has_let_go(const InFlight& call, const History& history) {
  constexpr InfoSet kInside = kTriggeringMethods | kNewerTriggeringMethods;
  for (const OpenInfo& info : history.open_infos().calls()) {
    if (info.returned || info.thread != call.thread) continue;
    if ((info.line > call.line ? kInside : kHandleMethods).has(info.method)) return true;
  }
  return false;
}

void waited_for(const Callback& sign, const History& history, Ruling& ruling, CallSet calls) {
  if (!is_sign(sign, history)) return;
  for (const InFlight& call : history.in_flight().calls()) {
    if (call.returned || !calls.has(call.call) || was_seen(call, sign, history)) continue;
    if (kCompilations.has(call.call) && call.safe_to_block) continue;
    // Under HIGH_BASIC_GC alone, a background collection may end while others begin.
    if (call.call == Call::kGarbageCollectionFinished && !history.monitors_gc()) continue;
    if (has_let_go(call, history)) continue;
    ruling.broken(
        finding_at(sign, history.collection(),
                   fmt::format("{} is delivered on native thread {} while {}, entered in line {} on native "
                               "thread {}, has not returned.",
                               sign.name, sign.thread, name_of(call.call), call.line, call.thread)));
  }
}

void for_exceptions(const Callback& sign, const History& history, Ruling& ruling) {
  waited_for(sign, history, ruling, kExceptionSteps);
}

void for_throw(const Callback& sign, const History& history, Ruling& ruling) {
  waited_for(sign, history, ruling, kThrown);
}

void for_hooks(const Callback& sign, const History& history, Ruling& ruling) {
  waited_for(sign, history, ruling, kHookCalls);
}

void for_com_tables(const Callback& sign, const History& history, Ruling& ruling) {
  waited_for(sign, history, ruling, kComTables);
}

void for_compilations(const Callback& sign, const History& history, Ruling& ruling) {
  waited_for(sign, history, ruling, kCompilations);
}

constexpr CallSet kElsewhere =
    kExceptionSteps | kThrown | kComTables | kReportCalls |
    kForbidding.without({Call::kHandleDestroyed, Call::kGarbageCollectionFinished}) |
    CallSet{Call::kGarbageCollectionStarted, Call::kFinalizeableObjectQueued};

// A thread inside the profiler collects only if the profiler called a method that may trigger a collection.
// Queries of a scenario have no entry in the trace.
void on_own_thread(const Callback& sign, const History& history, Ruling& ruling) {
  const InFlight* const call = history.in_flight().innermost(sign.thread);
  if (call == nullptr || history.header().source != "recorded" || !is_sign(sign, history)) return;
  // These calls must end first on every thread.
  const bool waited =
      kElsewhere.has(call->call) || (call->call == Call::kGarbageCollectionFinished && history.monitors_gc());
  if (waited || was_seen(*call, sign, history)) return;
  const OpenInfo* const inside = history.open_infos().innermost(sign.thread);
  if (inside != nullptr && inside->line > call->line) return;
  ruling.broken(finding_at(sign, history.collection(),
                           fmt::format("{} is delivered on native thread {} inside {}, entered in line {}, "
                                       "which has not returned and has made no call.",
                                       sign.name, sign.thread, name_of(call->call), call->line)));
}

void for_forbidding(const Callback& sign, const History& history, Ruling& ruling) {
  on_own_thread(sign, history, ruling);
  const bool frees_beside =
      history.header().source == "recorded" && has_leeway(ruling.rule(), history.header().runtime);
  waited_for(sign, history, ruling,
             frees_beside ? kForbidding.without({Call::kHandleDestroyed}) : kForbidding);
}

// Only if the trace would show a collection that comes too early.
bool reports_signs(const History& history, Ruling& ruling) {
  if (reports_collections(history.masks().ever()) ||
      (history.masks().ever().low & abi::COR_PRF_MONITOR_SUSPENDS) != 0)
    return true;
  ruling.cannot(
      "neither COR_PRF_MONITOR_GC nor COR_PRF_MONITOR_SUSPENDS is set, so no collection is reported");
  return false;
}

void came_back(const Return& returned, const History& history, Ruling& ruling) {
  if (returned.known && reports_signs(history, ruling)) ruling.kept();
}

void came_back_unsafe(const Return& returned, const History& history, Ruling& ruling) {
  const InFlight* const call = history.in_flight().find(returned.entry);
  if (call != nullptr && !call->safe_to_block && reports_signs(history, ruling)) ruling.kept();
}

// A profiler that attaches or enables suspensions during a collection sees only its end.
void resumed_unreported(const Callback& suspends, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (suspension.tracked() || suspension.collected_line() == kNoLine || history.shut_down()) return;
  if (suspension.resumed_line() != kNoLine && suspension.resumed_line() > suspension.collected_line()) return;
  if ((history.masks().required().low & abi::COR_PRF_MONITOR_SUSPENDS) == 0) return;
  ruling.broken(finding_at(suspends, history.collection(),
                           fmt::format("RuntimeSuspendStarted is delivered, but the runtime has not been "
                                       "resumed since the collection that started at line {}.",
                                       suspension.collected_line())));
}

// Only a background collection and a young one inside its first pause may share a pause. bracket/no-nesting
// and bracket/background-finishes cover the rest.
void resumed_between(const Callback& started, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (started.call == Call::kRuntimeSuspendStarted) return resumed_unreported(started, history, ruling);
  if ((history.masks().required().low & abi::COR_PRF_MONITOR_SUSPENDS) == 0 || !suspension.ever_reported())
    return ruling.cannot("COR_PRF_MONITOR_SUSPENDS is not set, so suspensions are not reported");
  if (!suspension.tracked())
    return ruling.cannot("the profiler enabled suspension callbacks in the middle of a run");
  // At the end of the process several collections may come in one suspension (GC-SHUT-003).
  if (history.shut_down() || suspension.reason() != abi::COR_PRF_SUSPEND_FOR_GC) return;
  if (suspension.state() != Suspension::State::kSuspended) return;
  if (suspension.collected_line() == kNoLine) return ruling.kept();
  if (history.monitors_gc() ? history.open_brackets() != 0 : suspension.collected_all()) return;
  ruling.broken(
      finding_at(started, history.collection(),
                 fmt::format("GarbageCollectionStarted is delivered in the suspension of line {}, in which a "
                             "collection already started at line {}. The runtime was not resumed in between.",
                             suspension.started_line(), suspension.collected_line())));
}

constexpr Binding kBindings[] = {
    {.id = "bracket/waits-for-exceptions",
     .occasion = "a callback about an exception's handlers, its unwinding or its catcher",
     .calls = kSigns,
     .entry = for_exceptions,
     .returns = kExceptionSteps,
     .returned = came_back},
    {.id = "bracket/waits-for-throw",
     .occasion = "a call of ExceptionThrown",
     .calls = kSigns,
     .entry = for_throw,
     .returns = kThrown,
     .returned = came_back},
    {.id = "bracket/waits-for-hooks",
     .occasion = "a call of an enter, leave or tailcall hook",
     .calls = kSigns,
     .entry = for_hooks,
     .returns = kHookCalls,
     .returned = came_back},
    {.id = "bracket/waits-for-com-tables",
     .occasion = "a call of COMClassicVTableCreated or COMClassicVTableDestroyed",
     .calls = kSigns,
     .entry = for_com_tables,
     .returns = kComTables,
     .returned = came_back},
    {.id = "bracket/waits-where-unsafe-to-block",
     .occasion = "a callback about compilation whose fIsSafeToBlock is FALSE",
     .calls = kSigns,
     .entry = for_compilations,
     .returns = kCompilations,
     .returned = came_back_unsafe},
    {.id = "bracket/waits-where-forbidden",
     .occasion = "a callback that forbids a collection",
     .calls = kSigns,
     .entry = for_forbidding,
     .returns = kForbidding,
     .returned = came_back},
    {.id = "bracket/resumed-between",
     .occasion = "a collection inside a suspension that is reported",
     .calls = {Call::kGarbageCollectionStarted, Call::kRuntimeSuspendStarted},
     .entry = resumed_between},
};

}  // namespace

std::span<const Binding> delay_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
