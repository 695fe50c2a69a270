// Rules about which thread raises which callback.
#include <algorithm>
#include <string>

#include "harness/abi/enums.h"
#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/reported_threads.h"
#include "harness/rules/evidence/runtime_settings.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/state/collecting_thread.h"

namespace gcrucible::rules {
namespace {

void calls_nest(const Return& returned, const History& history, Ruling& ruling) {
  if (!returned.known) {
    return ruling.broken(
        finding_at(returned, history.collection(),
                   fmt::format("The return is for line {}, but no call is running there.", returned.entry)));
  }
  if (returned.thread != returned.entry_thread) {
    return ruling.broken(
        finding_at(returned, history.collection(),
                   fmt::format("Thread {} returns from a call that was entered on thread {}, in line {}.",
                               returned.thread, returned.entry_thread, returned.entry)));
  }
  const InFlight* const inner = history.in_flight().innermost(returned.thread);
  const OpenInfo* const asked = history.open_infos().innermost(returned.thread);
  std::uint64_t line = inner == nullptr ? returned.entry : inner->line;
  if (asked != nullptr) line = std::max(line, asked->line);
  if (line == returned.entry) {
    if (history.threads().several()) ruling.kept();
    return;
  }
  ruling.broken(finding_at(
      returned, history.collection(),
      fmt::format("The call of line {} returns before that of line {} inside it.", returned.entry, line)));
}

// Callbacks that only running code causes.
constexpr CallSet kOfRunningCode = kExceptionCalls | kLoadCalls |
                                   CallSet{Call::kObjectAllocated,
                                           Call::kJITCompilationStarted,
                                           Call::kJITCompilationFinished,
                                           Call::kJITCachedFunctionSearchStarted,
                                           Call::kJITCachedFunctionSearchFinished,
                                           Call::kJITInlining,
                                           Call::kDynamicMethodJITCompilationStarted,
                                           Call::kDynamicMethodJITCompilationFinished,
                                           Call::kReJITCompilationStarted,
                                           Call::kReJITCompilationFinished,
                                           Call::kCOMClassicVTableCreated,
                                           Call::kCOMClassicVTableDestroyed};

// The thread has made a collection, and is none of the managed threads, all of which are reported.
bool only_collects(std::uint32_t thread, const History& history) {
  if (!reports_all_threads(history) || history.threads().self(thread)) return false;
  const Collection& collection = history.collection();
  return (collection.starts != 0 && collection.started_thread == thread) ||
         (history.suspension().started_line() != kNoLine && history.suspension().suspender() == thread);
}

void gc_threads_only_collect(const Callback& callback, const History& history, Ruling& ruling) {
  const bool answered = history.threads().unmanaged(callback.thread);
  const bool runs_code = kOfRunningCode.has(callback.call) && !history.is_own_load(callback);
  if (!answered && (!runs_code || !only_collects(callback.thread, history))) return;
  if (!runs_code) return ruling.kept();
  ruling.broken(finding_at(
      callback, history.collection(),
      answered
          ? fmt::format("Thread {} has no ThreadID, according to the answer of GetCurrentThreadID on it.",
                        callback.thread)
          : fmt::format("Thread {} has made the last collection, and no ThreadID was assigned to it.",
                        callback.thread)));
}

// One batch on two threads. The exact call has no older call on its thread, and an older call with the same
// ranges is on another thread.
void batches_stay_on_thread(const Collection& collection, const History&, Ruling& ruling) {
  const auto rows = [&](const BatchCall& call) {
    const auto first = collection.ranges.begin() + call.first;
    return std::vector<Range>(first, first + call.count);
  };
  for (const CallPair& pair : collection.pairs) {
    if (pair.exact != kNoIndex && pair.legacy != kNoIndex) {
      ruling.kept();
      continue;
    }
    if (pair.exact == kNoIndex) continue;
    const BatchCall& exact = collection.range_calls[pair.exact];
    for (const CallPair& other : collection.pairs) {
      if (other.exact != kNoIndex || other.legacy == kNoIndex) continue;
      const BatchCall& legacy = collection.range_calls[other.legacy];
      if (legacy.thread == exact.thread || family_of(legacy.call) != family_of(exact.call) ||
          rows(legacy) != rows(exact))
        continue;
      ruling.broken(finding_at(legacy, collection,
                               fmt::format("Thread {} reported this batch by the exact call in line {}, but "
                                           "thread {} reports it by the older call.",
                                           exact.thread, exact.line, legacy.thread)));
      break;
    }
  }
  std::vector<const ReportedRange*> by_start;
  by_start.reserve(collection.reported.size());
  for (const ReportedRange& each : collection.reported) by_start.push_back(&each);
  std::sort(by_start.begin(), by_start.end(),
            [](const ReportedRange* a, const ReportedRange* b) { return a->range.from < b->range.from; });
  for (std::size_t i = 1; i < by_start.size(); ++i) {
    const ReportedRange& before = *by_start[i - 1];
    const ReportedRange& range = *by_start[i];
    if (before.thread == range.thread || range.range.from >= before.end()) continue;
    ruling.broken(finding_at(
        range, collection,
        fmt::format("Threads {} and {} both report {}.", before.thread, range.thread, text_of(range))));
  }
}

// The reports of a collection come on the thread that makes it.
constexpr CallSet kOfCollection =
    kReportCalls | CallSet{Call::kFinalizeableObjectQueued, Call::kGarbageCollectionFinished};

// In .NET a background collection ends on its own thread. A blocking collection ends in its pause.
void background_end(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (callback.call != Call::kGarbageCollectionFinished || !history.basic_gc_only() || history.shut_down())
    return;
  if (!is_real_net10(history.header())) return;
  if ((history.masks().required().low & abi::COR_PRF_MONITOR_SUSPENDS) == 0 || !suspension.ever_reported())
    return;
  if (suspension.state() != Suspension::State::kRunning) return;
  if (!is_of_program(callback.thread, history)) return ruling.kept();
  ruling.broken(
      finding_at(callback, history.collection(),
                 fmt::format("A background collection ends on thread {}, which is a thread of the program.",
                             callback.thread)));
}

// Compares with the thread of Started, because suspensions are not reported.
void reports_on_one_thread(const Callback& callback, const History& history, Ruling& ruling) {
  const Collection& collection = history.collection();
  if (!history.monitors_gc()) return background_end(callback, history, ruling);
  if (!kOfCollection.has(callback.call) || !collection.open()) return;
  // A provisional collection has no Started.
  if (asks_for_server(history.header()) || collection.started_line == kNoLine) return;
  const bool by_program = collects_on_one_thread(collection, history);
  if (callback.thread == collection.started_thread) {
    // Under such a mask, mistakes of a simulated runtime around its bracket are not visible.
    if (by_program && history.header().source == "recorded") ruling.kept();
    return;
  }
  if (!by_program && !is_of_program(callback.thread, history)) return;
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("Thread {} has been collecting since line {}, but {} is delivered on thread {}.",
                  collection.started_thread, collection.started_line, callback.name, callback.thread)));
}

// Server GC reports on its own threads, one of which suspends, and never on a thread of the program. The
// trace shows whether the suspending thread is such a thread if every managed thread's creation is
// reported.
void collectors_threads(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.reported_from_start(abi::COR_PRF_MONITOR_THREADS) && !asks_for_server(history.header()))
    return;
  if (history.header().source == "simulated" || !is_of_program(callback.thread, history)) return;
  const Suspension& suspension = history.suspension();
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("Collector thread {} suspended the runtime for the collection in line {}. {} is delivered "
                  "on thread {}, a thread of the program.",
                  suspension.suspender(), suspension.started_line(), callback.name, callback.thread)));
}

void triggering_thread(const Callback& callback, const History& history, Ruling& ruling) {
  const Suspension& suspension = history.suspension();
  if (suspension.reason() != abi::COR_PRF_SUSPEND_FOR_GC || suspension.state() == Suspension::State::kRunning)
    return reports_on_one_thread(callback, history, ruling);
  const bool by_program = is_of_program(suspension.suspender(), history);
  if (!by_program && kOfCollection.has(callback.call) && callback.call != Call::kGarbageCollectionFinished)
    return collectors_threads(callback, history, ruling);
  if (!by_program && callback.call == Call::kGarbageCollectionFinished)
    collectors_threads(callback, history, ruling);
  // The suspending thread starts a background collection, whichever thread ends it.
  if (!history.monitors_gc() && callback.call != Call::kGarbageCollectionStarted)
    return ruling.cannot("background collections may run and finish on their own thread");
  // Under server GC a collector's thread suspends the runtime, and the other collector threads continue.
  if (history.header().source != "simulated" && !by_program) {
    ruling.cannot("the trace does not show that the suspending thread is managed");
    if (callback.call != Call::kGarbageCollectionFinished) collectors_threads(callback, history, ruling);
    return;
  }
  if (callback.thread == suspension.suspender()) return ruling.kept();
  if (asks_for_server(history.header()))
    return ruling.cannot("server GC reports on several collector threads");
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("Thread {} suspended the runtime for the collection, in line {}, but thread {} continues.",
                  suspension.suspender(), suspension.started_line(), callback.thread)));
}

void no_id_on_gc_threads(const InfoEvent& info, const History& history, Ruling& ruling) {
  const auto id = history.threads().id_of(info.thread);
  const auto answered = info.out(0);
  if (!id) {
    if (info.hr == abi::CORPROF_E_NOT_MANAGED_THREAD) return ruling.kept();
    if (!info.succeeded() || !answered) return;
    if (!history.threads().owned_by_another(*answered, info.thread)) return;
    return ruling.broken(finding_at(
        info, history.collection(),
        fmt::format("The answer for thread {} is {:#x}, which is another thread.", info.thread, *answered)));
  }
  // Before Initialize has returned, and after Shutdown, other failures are allowed.
  if (info.succeeded() && answered == id) return ruling.kept();
  if (!info.succeeded() && info.hr != abi::CORPROF_E_NOT_MANAGED_THREAD) return;
  ruling.broken(finding_at(
      info, history.collection(),
      info.succeeded() ? fmt::format("The answer for thread {:#x} is {:#x}.", *id, answered.value_or(0))
                       : fmt::format("Thread {:#x} is managed, but the answer is that it is not.", *id)));
}

constexpr Binding kBindings[] = {
    {.id = "threads/calls-nest",
     .occasion = "callbacks on more than one thread",
     .returns = CallSet::all(),
     .returned = calls_nest},
    {.id = "threads/gc-threads-only-collect",
     .occasion = "a callback on a thread that GetCurrentThreadID reports as not managed",
     .calls = CallSet::all(),
     .entry = gc_threads_only_collect},
    {.id = "threads/batches-stay-on-thread",
     .occasion = "a batch of ranges in two calls",
     .collection = batches_stay_on_thread},
    {.id = "threads/triggering-thread",
     .occasion = "a collection with suspensions reported",
     .calls = kOfCollection | CallSet{Call::kRuntimeSuspendFinished, Call::kGarbageCollectionStarted,
                                      Call::kRuntimeResumeStarted},
     .entry = triggering_thread},
    {.id = "threads/no-id-on-gc-threads",
     .occasion = "a call of GetCurrentThreadID on a thread whose ThreadID is known, or that has none",
     .infos = {InfoMethod::kGetCurrentThreadID},
     .info = no_id_on_gc_threads},
};

}  // namespace

std::span<const Binding> thread_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
