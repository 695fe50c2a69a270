#include "harness/rules/probe/function_totals.h"

#include <algorithm>
#include <vector>

#include "harness/rules/judge/checker.h"
#include "harness/rules/probe/compare.h"

namespace gcrucible::rules {
namespace {

using Counted = Probes::Counted;

bool same(const ByFunction& reported, const ByFunction& sums, bool counts_bytes) {
  const auto covers = [&](const ByFunction& some, const ByFunction& all) {
    return std::ranges::all_of(some, [&](const auto& each) {
      const auto found = all.find(each.first);
      const Counted other = found == all.end() ? Counted{} : found->second;
      return each.second.objects == other.objects && (!counts_bytes || each.second.bytes == other.bytes);
    });
  };
  return covers(reported, sums) && covers(sums, reported);
}

std::string text_of(std::uint64_t function, const CallTree& calls) {
  const std::string_view name = calls.name_of(function);
  return name.empty() ? "Function " + id(function) : fmt::format("{} ({})", name, id(function));
}

// One kind of total, and the sums that a usual mistake gives.
struct Kind {
  ProbeRule rule;
  std::string_view word;
  const std::vector<ProbedFunction>* reported;
  const ByFunction* due;
  const ByFunction* mistaken;
  std::string_view mistake;
};

void compare_kind(const Kind& kind, bool kept, const CallTree& calls, ProbeVerdict& verdict) {
  if (kind.reported->empty() && !kept) return;
  ByFunction reported;
  bool counts_bytes = false;
  for (const ProbedFunction& each : *kind.reported) {
    reported[each.function] += {.objects = each.objects, .bytes = each.bytes};
    counts_bytes = counts_bytes || each.bytes != 0;
  }
  const bool usual = !reported.empty() && same(reported, *kind.mistaken, counts_bytes);
  for (const auto& [function, due] : *kind.due) reported[function];
  for (const auto& [function, sum] : reported) {
    const auto found = kind.due->find(function);
    const Counted due = found == kind.due->end() ? Counted{} : found->second;
    if (sum.objects == due.objects && (!counts_bytes || sum.bytes == due.bytes)) {
      ++verdict.kept[static_cast<std::size_t>(kind.rule)];
      continue;
    }
    if (verdict.is_full()) return;
    verdict.faults.push_back(
        {.rule = kind.rule,
         .what = fmt::format("{} allocated {} objects of {} bytes {}; the probe reports {} of {}.{}",
                             text_of(function, calls), due.objects, due.bytes, kind.word, sum.objects,
                             sum.bytes, usual ? kind.mistake : ""),
         .explained = usual});
  }
}

}  // namespace

FunctionTotals function_totals(std::span<const account::Call> nodes, std::span<const Counted> allocated) {
  FunctionTotals totals;
  const std::vector<Counted> below = account::totals_of(nodes, allocated);
  for (std::size_t node = 1; node < nodes.size(); ++node) {
    if (below[node].objects != 0) totals.by_frame[nodes[node].function] += below[node];
    if (node >= allocated.size() || allocated[node].objects == 0) continue;
    totals.exclusive[nodes[node].function] += allocated[node];
    const std::uint32_t caller = nodes[node].caller;
    if (caller != 0) totals.of_callers[nodes[caller].function] += allocated[node];
  }
  const std::vector<bool> outermost = account::outermost_calls(nodes);
  for (std::size_t node = 1; node < nodes.size(); ++node) {
    if (outermost[node] && below[node].objects != 0) totals.inclusive[nodes[node].function] += below[node];
  }
  return totals;
}

void compare_functions(const ProbeAnswer& answer, const Probes& probes, const CallTree& calls,
                       ProbeVerdict& verdict) {
  if (answer.exclusive.empty() && answer.inclusive.empty() && !answer.knows_functions()) return;
  const FunctionTotals totals = function_totals(calls.nodes(), probes.allocated_by_node());
  compare_kind({.rule = ProbeRule::kExclusive,
                .word = "itself",
                .reported = &answer.exclusive,
                .due = &totals.exclusive,
                .mistaken = &totals.of_callers,
                .mistake = " This is the result if an allocation counts for the caller of the function."},
               answer.knows_functions(), calls, verdict);
  compare_kind({.rule = ProbeRule::kInclusive,
                .word = "itself and in all that it called",
                .reported = &answer.inclusive,
                .due = &totals.inclusive,
                .mistaken = &totals.by_frame,
                .mistake = " This is the result if a function counts once for each of its frames."},
               answer.knows_functions(), calls, verdict);
}

}  // namespace gcrucible::rules
