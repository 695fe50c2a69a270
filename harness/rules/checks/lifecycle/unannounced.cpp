// Rules about collections without brackets. The .NET Framework 1.0 and 1.1 make such collections while the
// process shuts down.
#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// Line of an ObjectAllocated after the reports of the collection; 0 if there is none.
std::uint64_t allocated_since(const Collection& collection, const History& history) {
  // Only the model shows that the following callbacks do not belong to another collection.
  const bool reported = !collection.roots.empty() || !collection.objects.empty();
  const KnownObject* const last = history.last_announced();
  if (!collection.model || !reported || last == nullptr) return 0;
  const std::uint64_t line = last->announced;
  return line != kNoLine && line > collection.last_line ? line : 0;
}

void unannounced(const Callback& callback, const History& history, Ruling& ruling) {
  if ((history.masks().required().low & abi::COR_PRF_MONITOR_SUSPENDS) == 0)
    return ruling.cannot("COR_PRF_MONITOR_SUSPENDS is not set, so suspensions are not reported");
  const Suspension& suspension = history.suspension();
  if (!suspension.tracked()) return ruling.cannot("suspensions were reported only from the middle of a run");
  const bool suspended = suspension.state() == Suspension::State::kSuspended;
  const Collection& collection = history.collection();
  if (suspended && suspension.reason() == abi::COR_PRF_SUSPEND_FOR_GC) {
    const auto announced = history.announced();
    const std::uint64_t line = announced.empty() ? kNoLine : announced.back().announced;
    if (line == kNoLine || line < suspension.finished_line()) return;
    return ruling.broken(finding_at(
        callback, collection,
        fmt::format("{} is delivered in the suspension of line {}, in which an object was allocated "
                    "(line {}), so that it is not for this collection.",
                    callback.name, suspension.started_line(), line)));
  }
  if (!suspended || suspension.reason() != abi::COR_PRF_SUSPEND_FOR_SHUTDOWN) {
    return ruling.broken(finding_at(
        callback, collection,
        fmt::format("{} is delivered {}.", callback.name,
                    suspended ? "inside a suspension that is neither for a collection nor for a shutdown"
                              : "while the runtime is not suspended")));
  }
  if (const std::uint64_t line = allocated_since(collection, history); line != 0) {
    return ruling.broken(finding_at(
        callback, collection,
        fmt::format("{} is delivered after the ObjectAllocated of line {}, which ended this collection.",
                    callback.name, line)));
  }
  ruling.kept();
}

constexpr Binding kBindings[] = {
    {.id = "shutdown/unannounced-only-then",
     .occasion = "a report of a collection while the process shuts down",
     .calls = kReportCalls,
     .entry = unannounced},
};

}  // namespace

std::span<const Binding> unannounced_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
