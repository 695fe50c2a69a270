#include "harness/rules/probe/threads.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

std::optional<std::uint32_t> reporting_thread(const Collection& collection, const Fate& fate) {
  const ReportedRange* const range = collection.by_old_address.holding(fate.from);
  return range == nullptr ? std::nullopt : std::optional(range->thread);
}

}  // namespace

std::string missing_thread_text(const Collection& collection, std::span<const Fate* const> missing,
                                std::span<const Fate* const> present) {
  if (missing.empty() || collection.starts != 1) return {};
  const auto thread = reporting_thread(collection, *missing.front());
  if (!thread) return {};
  const auto is_of_thread = [&](const Fate* fate) { return reporting_thread(collection, *fate) == thread; };
  const bool of_others = std::ranges::any_of(collection.range_calls,
                                             [&](const BatchCall& call) { return call.thread != *thread; });
  const bool started_elsewhere = collection.started_thread != *thread;
  if (!of_others && !started_elsewhere) return {};
  if (!std::ranges::all_of(missing, is_of_thread) || std::ranges::any_of(present, is_of_thread)) return {};
  return fmt::format(" Exactly the objects in ranges reported on thread {} are missing{}.", *thread,
                     started_elsewhere ? fmt::format("; GarbageCollectionStarted was delivered on thread {}",
                                                     collection.started_thread)
                                       : std::string());
}

std::string overlap_text(const Collection& collection) {
  if (!collection.model || !collection.model->turns_inside_callbacks) return {};
  // If any calls overlap, two successive ones do.
  const auto overlapping =
      std::ranges::adjacent_find(collection.range_calls, [](const BatchCall& first, const BatchCall& second) {
        return first.returned && first.thread != second.thread && second.line < first.return_line;
      });
  if (overlapping == collection.range_calls.end()) return {};
  const BatchCall& first = *overlapping;
  const BatchCall& second = *std::next(overlapping);
  return fmt::format(
      " Callbacks of this collection overlapped, first {} at line {} on thread {} and {} at line {} on "
      "thread {}. The answer may depend on their order (blocking/thread-safe). To find out, run gcrucible "
      "explore, or set schedule: {{switches: []}} in this collection's report.",
      name_of(first.call), first.line, first.thread, name_of(second.call), second.line, second.thread);
}

}  // namespace gcrucible::rules
