// Rules about background collections, and about suspensions that a profiler requests.
#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// Collections run in the pause in which they began, except the rest of a background collection.
std::string wrong_pause(const Callback& callback, const History& history) {
  const Suspension& suspension = history.suspension();
  if (!suspension.tracked() || !suspension.ever_reported()) return {};
  const bool paused = suspension.state() == Suspension::State::kSuspended;
  const BackgroundBrackets::Started* const open = history.background().innermost();
  if (callback.call == Call::kStarted) {
    // At shutdown, collections run inside a suspension with another reason, or one that is not reported.
    if (suspension.for_collections() || history.shut_down()) return {};
    if (!paused) return "The collection starts while the runtime is not suspended.";
    return fmt::format("The collection starts in a suspension with reason {}.", suspension.reason());
  }
  if (callback.call == Call::kResumeStarted) {
    if (history.collected_in_shutdown_pause()) {
      return fmt::format(
          "The collection of line {} was reported inside a suspension for shutdown, which is never resumed.",
          history.collection().started_line);
    }
    if (open == nullptr || open->of_all || !open->same_pause) return {};
    return fmt::format("The collection of line {} is not a full one, and has not finished in its pause.",
                       open->line);
  }
  const bool in_pause = paused && callback.thread == suspension.suspender();
  if (in_pause && !history.background().provisional() && (open == nullptr || !open->same_pause)) {
    return fmt::format("No collection has started in the pause of line {}.", suspension.started_line());
  }
  return {};
}

void background_finishes(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.basic_gc_only())
    return ruling.cannot("COR_PRF_HIGH_BASIC_GC is not the only GC flag that is set");
  if ((history.masks().required().low & abi::COR_PRF_MONITOR_SUSPENDS) == 0)
    return ruling.cannot("COR_PRF_MONITOR_SUSPENDS is not set, so pauses are not reported");
  const BackgroundBrackets& brackets = history.background();
  const bool matched = brackets.open() != 0 || brackets.credit() != 0;
  if (callback.call == Call::kFinished && !matched && (history.may_be_orphans() || brackets.missed() != 0))
    return ruling.cannot("the collection may have started before collections were reported");
  if (const std::string what = wrong_pause(callback, history); !what.empty()) {
    return ruling.broken(finding_at(callback, history.collection(), what));
  }
  if (callback.call == Call::kResumeStarted) return;
  if (callback.call == Call::kStarted) {
    const BackgroundBrackets::Started* const open = brackets.innermost();
    if (callback.of_all() && open != nullptr && open->of_all && !open->same_pause) {
      return ruling.broken(
          finding_at(callback, history.collection(),
                     fmt::format("A collection of all generations starts while the collection of line {} "
                                 "runs in the background. It would have to wait for that collection.",
                                 open->line)));
    }
    if (brackets.open() < 2) return ruling.kept();
    return ruling.broken(finding_at(
        callback, history.collection(),
        fmt::format("{} collections are already open; at most one can run inside a background collection.",
                    brackets.open())));
  }
  if (matched) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           "No collection is open, and none began with one of all generations that finished "
                           "in its first pause."));
}

void no_background(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.monitors_gc()) return;
  const Collection& collection = history.collection();
  const Suspension& suspension = history.suspension();
  // Heaps are also prepared for blocking collections, in separate pauses.
  if (callback.call == Call::kSuspendStarted) {
    if (callback.reason != abi::COR_PRF_SUSPEND_FOR_GC_PREP || !collection.open()) return ruling.kept();
    return ruling.broken(finding_at(
        callback, collection,
        fmt::format("The runtime suspends (COR_PRF_SUSPEND_FOR_GC_PREP) for the collection of line {}, which "
                    "has not finished, under COR_PRF_MONITOR_GC.",
                    collection.started_line)));
  }
  if (callback.call == Call::kStarted) {
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

constexpr Binding kBindings[] = {
    {.id = "bracket/background-finishes",
     .occasion = "a collection under COR_PRF_HIGH_BASIC_GC alone, with suspensions reported",
     .calls = {Call::kStarted, Call::kFinished, Call::kResumeStarted},
     .entry = background_finishes},
    {.id = "masks/no-background",
     .occasion = "a suspension under COR_PRF_MONITOR_GC",
     .calls = {Call::kSuspendStarted, Call::kStarted, Call::kFinished},
     .entry = no_background},
    {.id = "suspension/for-profiler",
     .occasion = "a suspension that the profiler requests",
     .calls = {Call::kSuspendStarted},
     .entry = for_profiler},
};

}  // namespace

std::span<const Binding> background_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
