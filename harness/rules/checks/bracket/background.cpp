// The rule about the brackets of background collections.
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
  if (callback.call == Call::kGarbageCollectionStarted) {
    // At shutdown, collections run inside a suspension with another reason, or one that is not reported.
    if (suspension.for_collections() || history.shut_down()) return {};
    if (!paused) return "The collection starts while the runtime is not suspended.";
    return fmt::format("The collection starts in a suspension with reason {}.", suspension.reason());
  }
  if (callback.call == Call::kRuntimeResumeStarted) {
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
  if (callback.call == Call::kGarbageCollectionFinished && !matched &&
      (history.may_be_orphans() || brackets.missed() != 0))
    return ruling.cannot("the collection may have started before collections were reported");
  if (const std::string what = wrong_pause(callback, history); !what.empty()) {
    return ruling.broken(finding_at(callback, history.collection(), what));
  }
  if (callback.call == Call::kRuntimeResumeStarted) return;
  if (callback.call == Call::kGarbageCollectionStarted) {
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

constexpr Binding kBindings[] = {
    {.id = "bracket/background-finishes",
     .occasion = "a collection under COR_PRF_HIGH_BASIC_GC alone, with suspensions reported",
     .calls = {Call::kGarbageCollectionStarted, Call::kGarbageCollectionFinished,
               Call::kRuntimeResumeStarted},
     .entry = background_finishes},
};

}  // namespace

std::span<const Binding> background_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
