// Rules about the callbacks for the start, the name and the end of threads.
#include "harness/abi/monitor_flags.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Life = Threads::Life;

void known(const Callback& callback, const History& history, Ruling& ruling) {
  const Life life = history.threads().life(callback.thread_id);
  if (life == Life::kCreated) return ruling.kept();
  // A thread may be named before it starts, when ThreadCreated is raised. Its id may be that of an ended
  // thread. .NET also raises the callback for a thread that is named after its end.
  if (callback.call == Call::kThreadNameChanged) return;
  if (life == Life::kDestroyed) {
    return broken(callback, history, ruling, fmt::format("Thread {:#x} is destroyed.", callback.thread_id));
  }
  if (!history.reported_from_start(abi::COR_PRF_MONITOR_THREADS)) {
    return ruling.cannot("threads were not reported from the start");
  }
  broken(callback, history, ruling,
         fmt::format("Thread {:#x} was not reported as created.", callback.thread_id));
}

// A thread that has reported its own end runs no code, unless it becomes a managed thread again. The same is
// true for a handle made for an object.
constexpr CallSet kOfRunningCode = kExceptionCalls | CallSet{Call::kObjectAllocated,
                                                             Call::kJITCompilationStarted,
                                                             Call::kJITCompilationFinished,
                                                             Call::kDynamicMethodJITCompilationStarted,
                                                             Call::kDynamicMethodJITCompilationFinished,
                                                             Call::kJITInlining,
                                                             Call::kGarbageCollectionStarted,
                                                             Call::kHandleCreated};
constexpr CallSet kOfThreads{Call::kThreadAssignedToOSThread, Call::kThreadDestroyed,
                             Call::kThreadNameChanged};

// The thread made the last collection before it was reported as managed. A collector's thread never becomes
// a managed thread.
bool collects_already(const Callback& assigned, const History& history) {
  const Collection& collection = history.collection();
  return collection.starts != 0 && collection.started_thread == assigned.thread &&
         !history.threads().id_of(assigned.thread) &&
         history.reported_from_start(abi::COR_PRF_MONITOR_THREADS) && history.header().source == "recorded";
}

void known_or_running(const Callback& callback, const History& history, Ruling& ruling) {
  if (callback.call == Call::kThreadAssignedToOSThread && collects_already(callback, history)) {
    return broken(
        callback, history, ruling,
        fmt::format("Thread {:#x} is assigned to native thread {}, which has started a collection in "
                    "line {}.",
                    callback.thread_id, callback.thread, history.collection().started_line));
  }
  if (kOfThreads.has(callback.call)) return known(callback, history, ruling);
  if (callback.call == Call::kHandleCreated && (callback.object == 0 || history.is_own_handle(callback)))
    return;
  const auto own = history.threads().id_of(callback.thread);
  if (!own || history.threads().life(*own) != Life::kDestroyed) return;
  broken(callback, history, ruling,
         fmt::format("It is delivered on the native thread of thread {:#x}, which is destroyed.", *own));
}

// Threads were not reported from the start, and no enumeration since has listed all others.
bool may_be_created_before(std::uint64_t thread, const History& history) {
  using Kind = Enumerations::Kind;
  const Enumerations& enumerations = history.enumerations();
  if (enumerations.listed(Kind::kThread) && !enumerations.known(Kind::kThread, thread)) return false;
  return !history.reported_from_start(abi::COR_PRF_MONITOR_THREADS) &&
         history.threads().life(thread) == Life::kUnknown;
}

void assigned_at_once(const Callback& callback, const History& history, Ruling& ruling) {
  // Callbacks that the profiler causes inside ThreadCreated come before, for example a class load of an
  // Info call.
  const InFlight* const around = history.in_flight().innermost(callback.thread);
  if (around != nullptr && around->call == Call::kThreadCreated) return;
  // Between the two a thread may be descheduled for the rest of the process, but cannot end.
  if (callback.call == Call::kThreadDestroyed && history.threads().starting(callback.thread_id)) {
    return broken(callback, history, ruling,
                  fmt::format("Thread {:#x} ends but was never assigned.", callback.thread_id));
  }
  const auto created = history.threads().just_created(callback.thread);
  if (callback.call == Call::kThreadAssignedToOSThread) {
    if (created == callback.thread_id) return ruling.kept();
    if (may_be_created_before(callback.thread_id, history))
      return ruling.cannot("the thread may have been created before threads were reported");
    return broken(
        callback, history, ruling,
        fmt::format("ThreadCreated of {:#x} is not the last callback on this thread.", callback.thread_id));
  }
  const bool suspension =
      callback.call == Call::kRuntimeThreadSuspended || callback.call == Call::kRuntimeThreadResumed;
  if (!created || (suspension && callback.thread_id == *created)) return;
  broken(callback, history, ruling,
         fmt::format("Thread {:#x} was created on this thread and is not assigned to it yet.", *created));
}

constexpr Binding kBindings[] = {
    {.id = "threads/known",
     .occasion = "a callback about a thread",
     .calls = kOfThreads | kOfRunningCode,
     .entry = known_or_running},
    {.id = "threads/assigned-at-once",
     .occasion = "a thread that is created",
     .calls = CallSet::all(),
     .entry = assigned_at_once},
};

}  // namespace

std::span<const Binding> thread_life_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
