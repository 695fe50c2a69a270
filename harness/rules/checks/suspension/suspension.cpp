// Rules about the suspension callbacks themselves. The bracket rules cover what must happen inside a
// suspension.
#include "harness/abi/enums.h"
#include "harness/abi/suspend_reasons.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using State = Suspension::State;

constexpr std::string_view kUntracked = "the profiler enabled suspension callbacks in the middle of a run";

std::string_view name_of(State state) {
  switch (state) {
    case State::kRunning:
      return "running";
    case State::kSuspending:
      return "being suspended";
    case State::kSuspended:
      return "suspended";
    case State::kResuming:
      return "being resumed";
  }
  return {};
}

// The state in which each suspension callback may come.
bool fits(Call call, State state) {
  switch (call) {
    case Call::kRuntimeSuspendStarted:
      return state == State::kRunning;
    case Call::kRuntimeSuspendFinished:
    case Call::kRuntimeSuspendAborted:
      return state == State::kSuspending;
    case Call::kRuntimeResumeStarted:
      return state == State::kSuspended;
    default:
      return state == State::kResuming;
  }
}

// A second end, or a beginning before the end, is covered by suspension/ends-once.
bool is_about_the_end(Call call, State state) {
  const bool end = call == Call::kRuntimeSuspendFinished || call == Call::kRuntimeSuspendAborted;
  const bool begun = call == Call::kRuntimeSuspendStarted || call == Call::kRuntimeResumeStarted;
  return (end && state == State::kSuspended) || (begun && state == State::kSuspending);
}

void known_reason(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (callback.call == Call::kRuntimeSuspendStarted && abi::find_suspend_reason(callback.reason) == nullptr) {
    return ruling.broken(finding_at(callback, history.collection(),
                                    fmt::format("{} is not a valid suspension reason.", callback.reason)));
  }
  if (!suspension.tracked()) return ruling.cannot(kUntracked);
  const State state = suspension.state();
  const bool next = callback.call == Call::kRuntimeSuspendStarted && state == State::kResuming &&
                    callback.thread != suspension.resumer();
  if (next || suspension.ends_earlier(callback) || fits(callback.call, state)) return ruling.kept();
  if (is_about_the_end(callback.call, state)) return;
  ruling.broken(
      finding_at(callback, history.collection(),
                 fmt::format("The runtime is {}, so {} is not expected.", name_of(state), callback.name)));
}

void ends_once(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (!suspension.tracked()) return ruling.cannot(kUntracked);
  const State state = suspension.state();
  if (is_about_the_end(callback.call, state)) {
    const std::string what =
        state == State::kSuspended
            ? fmt::format("The suspension of line {} has ended already.", suspension.started_line())
            : fmt::format("The suspension of line {} has not ended.", suspension.started_line());
    return ruling.broken(finding_at(callback, history.collection(), what));
  }
  const bool end =
      callback.call == Call::kRuntimeSuspendFinished || callback.call == Call::kRuntimeSuspendAborted;
  if (end && state == State::kSuspending) ruling.kept();
}

void same_thread(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (suspension.state() != State::kSuspending) return;
  if (callback.thread == suspension.suspender()) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("Thread {} began the suspension, in line {}, and thread {} ends it.",
                                       suspension.suspender(), suspension.started_line(), callback.thread)));
}

// The thread that resumes the runtime does not go on before it has raised RuntimeResumeFinished.
void resume_before_shutdown(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (!suspension.tracked() || suspension.state() != State::kResuming ||
      callback.thread != suspension.resumer() ||
      (history.masks().required().low & abi::COR_PRF_MONITOR_SUSPENDS) == 0)
    return;
  ruling.broken(
      finding_at(callback, history.collection(),
                 fmt::format("Thread {} began to resume, in line {}, and goes on to Shutdown without "
                             "RuntimeResumeFinished.",
                             suspension.resumer(), suspension.resumed_line())));
}

void resume_same_thread(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (callback.call == Call::kShutdown) return resume_before_shutdown(callback, history, ruling);
  if (suspension.owes_resume(callback.thread)) return ruling.kept();
  if (suspension.state() != State::kResuming || suspension.ends_earlier(callback)) return;
  if (callback.thread == suspension.resumer()) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("Thread {} began to resume, in line {}, and thread {} ends it.",
                                       suspension.resumer(), suspension.resumed_line(), callback.thread)));
}

void abort_ends_it(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (callback.call == Call::kRuntimeSuspendStarted) {
    if (suspension.aborted()) ruling.kept();
    return;
  }
  if (!suspension.aborted()) return;
  if (suspension.ends_earlier(callback)) return;
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("The suspension of line {} was aborted, and none has begun since: {} is not expected.",
                  suspension.started_line(), callback.name)));
}

// For a thread that reports its own suspension. The suspending or resuming thread does not stop itself.
bool may_report_late(const Callback& callback, const History& history, const Rule& rule) {
  if (!has_leeway(rule, history.header().runtime)) return false;
  const Suspension& suspension = history.suspension();
  if (callback.thread == suspension.suspender() || callback.thread == suspension.resumer()) return false;
  return !history.threads().owned_by_another(callback.thread_id, callback.thread);
}

void threads_inside(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (!suspension.tracked()) return ruling.cannot(kUntracked);
  const State state = suspension.state();
  if (state == State::kSuspending || state == State::kSuspended) return ruling.kept();
  if (may_report_late(callback, history, ruling.rule())) {
    // Until the resume has ended, a thread that returns from native code is stopped (RestartEE).
    if (state == State::kResuming) return ruling.kept();
    const std::uint64_t line = history.threads().last_line(callback.thread);
    if (suspension.stopped_since(line == kNoLine ? 0 : line)) return ruling.kept();
    return ruling.broken(
        finding_at(callback, history.collection(),
                   fmt::format("Thread {:#x} is reported as suspended while the runtime is {}. The runtime "
                               "was not suspended since that thread's last callback{}.",
                               callback.thread_id, name_of(state),
                               line == kNoLine ? std::string() : fmt::format(", in line {}", line))));
  }
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("Thread {:#x} is reported as suspended while the runtime is {}.",
                                       callback.thread_id, name_of(state))));
}

void own_thread_before(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (!suspension.tracked() || callback.thread != suspension.suspender()) return;
  if (suspension.state() == State::kSuspending) return ruling.kept();
  if (suspension.state() != State::kSuspended) return;
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format(
          "Thread {} suspends the runtime and reports itself as suspended only after RuntimeSuspendFinished.",
          callback.thread)));
}

void thread_pairs(const Callback& callback, const History& history, Ruling& ruling) {
  const bool suspended = history.threads().suspended(callback.thread_id);
  if (callback.call == Call::kRuntimeThreadSuspended) {
    if (!suspended) return ruling.kept();
    return ruling.broken(
        finding_at(callback, history.collection(),
                   fmt::format("Thread {:#x} is already suspended and was not reported as resumed.",
                               callback.thread_id)));
  }
  if (suspended) return ruling.kept();
  if (history.suspension().ended_by_other()) return;
  if (!history.suspension().tracked() || history.suspension().may_be_suspended(callback.thread))
    return ruling.cannot(kUntracked);
  ruling.broken(
      finding_at(callback, history.collection(),
                 fmt::format("Thread {:#x} is reported as resumed but was not reported as suspended.",
                             callback.thread_id)));
}

// The suspending thread continues. A thread suspended by another one rests until it is resumed.
void suspended_threads_rest(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (suspension.suspender_known() && callback.thread == suspension.suspender()) return;
  constexpr CallSet kOfSuspender{Call::kRuntimeSuspendFinished, Call::kRuntimeSuspendAborted};
  if (!suspension.suspender_known() && kOfSuspender.has(callback.call)) return;
  // .NET reports a suspended thread on the thread itself.
  const bool reports_itself = history.header().runtime == "net10";
  const auto id =
      reports_itself ? history.threads().self(callback.thread) : history.threads().id_of(callback.thread);
  if (!id || !history.threads().suspended(*id)) return;
  if (reports_itself && history.threads().suspended_on(*id) != callback.thread) return;
  if (callback.call == Call::kRuntimeThreadResumed && callback.thread_id == *id) return ruling.kept();
  // A thread may end a suspension that another one began.
  if (suspension.state() == State::kResuming && callback.thread == suspension.resumer()) return;
  if (callback.call == Call::kRuntimeResumeStarted) return;
  if (suspension.ends_earlier(callback)) return;
  ruling.broken(
      finding_at(callback, history.collection(),
                 fmt::format("Thread {:#x} is reported as suspended but calls the profiler.", *id)));
}

void no_appdomain_callbacks(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  const bool inside = suspension.state() != State::kRunning &&
                      suspension.reason() == abi::COR_PRF_SUSPEND_FOR_APPDOMAIN_SHUTDOWN;
  if (callback.call == Call::kRuntimeResumeFinished) {
    if (inside) ruling.kept();
    return;
  }
  if (!inside) return;
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format(
          "{} is delivered inside the suspension of line {} for the shutdown of an application domain.",
          callback.name, suspension.started_line())));
}

void no_code_pitching(const Callback& callback, const History& history, Ruling& ruling) {
  if (callback.reason != abi::COR_PRF_SUSPEND_FOR_CODE_PITCHING) return ruling.kept();
  ruling.broken(
      finding_at(callback, history.collection(), "The reason is COR_PRF_SUSPEND_FOR_CODE_PITCHING (3)."));
}

// A native thread that has reported its own suspension before is managed, and does so each time.
void own_thread_first(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (!suspension.tracked() || suspension.owes_resume(callback.thread)) return;
  if (!history.threads().reports_itself(callback.thread)) return;
  if (callback.call == Call::kRuntimeThreadResumed) {
    const bool early = suspension.state() == State::kSuspending || suspension.state() == State::kSuspended;
    if (!early || callback.thread != suspension.suspender()) return;
    if (history.threads().self(callback.thread) != callback.thread_id) return;
    return ruling.broken(
        finding_at(callback, history.collection(),
                   fmt::format("Thread {:#x} suspends the runtime, which is {}, but is reported as resumed.",
                               callback.thread_id, name_of(suspension.state()))));
  }
  if (callback.call == Call::kRuntimeSuspendFinished && suspension.state() == State::kSuspending &&
      callback.thread == suspension.suspender()) {
    const auto id = history.threads().self(callback.thread);
    if (!id) return;
    if (history.threads().suspended(*id)) return ruling.kept();
    ruling.broken(finding_at(
        callback, history.collection(),
        fmt::format("Thread {:#x} suspends the runtime but was not reported as suspended itself.", *id)));
  }
  if (callback.call == Call::kRuntimeResumeFinished && suspension.state() == State::kResuming) {
    const auto id = history.threads().self(callback.thread);
    if (!id) return;
    if (!history.threads().suspended(*id)) return ruling.kept();
    ruling.broken(finding_at(
        callback, history.collection(),
        fmt::format("Thread {:#x} resumes the runtime but was not reported as resumed itself.", *id)));
  }
}

void no_destroyed_threads(const Callback& callback, const History& history, Ruling& ruling) {
  switch (history.threads().life(callback.thread_id)) {
    case Threads::Life::kUnknown:
      return ruling.cannot("the trace does not record when the thread was created");
    case Threads::Life::kCreated:
      return ruling.kept();
    case Threads::Life::kDestroyed:
      if (history.threads().may_be_new(callback.thread_id, callback.thread))
        return ruling.cannot("a thread that is not created yet may have the id of one that has ended");
      return ruling.broken(finding_at(callback, history.collection(),
                                      fmt::format("Thread {:#x} is destroyed.", callback.thread_id)));
  }
}

void on_its_thread(const Callback& callback, const History& history, Ruling& ruling) {
  // The thread rests on the native thread that reported its suspension, whether or not the ThreadID of that
  // native thread is known.
  const auto rests_on = history.threads().suspended_on(callback.thread_id);
  if (callback.call == Call::kRuntimeThreadResumed && rests_on && *rests_on != callback.thread) {
    return ruling.broken(
        finding_at(callback, history.collection(),
                   fmt::format("RuntimeThreadResumed for thread {:#x} is delivered on native thread {}, but "
                               "RuntimeThreadSuspended for it was delivered on {}.",
                               callback.thread_id, callback.thread, *rests_on)));
  }
  if (history.threads().owned_by_another(callback.thread_id, callback.thread)) {
    return ruling.broken(finding_at(
        callback, history.collection(),
        fmt::format("{} for thread {:#x} is delivered on native thread {}, which is another thread.",
                    callback.name, callback.thread_id, callback.thread)));
  }
  const auto own = history.threads().id_of(callback.thread);
  if (!own) return ruling.cannot("the trace does not record on which thread the call is delivered");
  if (*own == callback.thread_id) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{} for thread {:#x} is delivered on thread {:#x}.", callback.name,
                                       callback.thread_id, *own)));
}

constexpr std::string_view kSuspension = "a suspension that is reported";
constexpr std::string_view kThread = "a call of RuntimeThreadSuspended";
constexpr CallSet kOfAppDomains{Call::kAppDomainCreationStarted, Call::kAppDomainCreationFinished,
                                Call::kAppDomainShutdownStarted, Call::kAppDomainShutdownFinished,
                                Call::kRuntimeResumeFinished};

constexpr Binding kBindings[] = {
    {.id = "suspension/known-reason",
     .occasion = kSuspension,
     .calls = kSuspensionCalls,
     .entry = known_reason},
    {.id = "suspension/ends-once", .occasion = kSuspension, .calls = kSuspensionCalls, .entry = ends_once},
    {.id = "suspension/same-thread",
     .occasion = kSuspension,
     .calls = {Call::kRuntimeSuspendFinished, Call::kRuntimeSuspendAborted},
     .entry = same_thread},
    {.id = "suspension/abort-ends-it",
     .occasion = "an aborted suspension",
     .calls = kReportCalls | CallSet{Call::kRuntimeSuspendStarted, Call::kRuntimeResumeStarted,
                                     Call::kRuntimeResumeFinished, Call::kRuntimeThreadSuspended,
                                     Call::kGarbageCollectionStarted},
     .entry = abort_ends_it},
    {.id = "suspension/resume-same-thread",
     .occasion = kSuspension,
     .calls = {Call::kRuntimeResumeFinished, Call::kShutdown},
     .entry = resume_same_thread},
    {.id = "suspension/threads-inside",
     .occasion = kThread,
     .calls = {Call::kRuntimeThreadSuspended},
     .entry = threads_inside},
    {.id = "suspension/own-thread-before",
     .occasion = kThread,
     .calls = {Call::kRuntimeThreadSuspended},
     .entry = own_thread_before},
    {.id = "suspension/suspended-threads-rest",
     .occasion = "a thread that reports its own suspension by another thread",
     .calls = CallSet::all(),
     .entry = suspended_threads_rest},
    {.id = "suspension/thread-pairs",
     .occasion = kThread,
     .calls = {Call::kRuntimeThreadSuspended, Call::kRuntimeThreadResumed},
     .entry = thread_pairs},
    {.id = "suspension/no-appdomain-callbacks",
     .occasion = "a suspension for the shutdown of an application domain",
     .calls = kOfAppDomains,
     .entry = no_appdomain_callbacks},
    {.id = "suspension/no-code-pitching",
     .occasion = kSuspension,
     .calls = {Call::kRuntimeSuspendStarted},
     .entry = no_code_pitching},
    {.id = "suspension/on-its-thread",
     .occasion = kThread,
     .calls = {Call::kRuntimeThreadSuspended, Call::kRuntimeThreadResumed},
     .entry = on_its_thread},
    {.id = "suspension/own-thread-first",
     .occasion = "a suspension by a managed thread",
     .calls = {Call::kRuntimeSuspendFinished, Call::kRuntimeResumeFinished, Call::kRuntimeThreadResumed},
     .entry = own_thread_first},
    {.id = "suspension/no-destroyed-threads",
     .occasion = kThread,
     .calls = {Call::kRuntimeThreadSuspended, Call::kRuntimeThreadResumed},
     .entry = no_destroyed_threads},
};

}  // namespace

std::span<const Binding> suspension_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
