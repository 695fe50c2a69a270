// The rules that a scenario intends to violate.
#include <fmt/format.h>

#include <algorithm>

#include "harness/abi/monitor_flags.h"
#include "harness/scenario/expect/comparison.h"

namespace gcrucible::scenario {
namespace {

constexpr std::uint64_t kExactCalls = 4;  // the interface version that introduced them
constexpr std::uint64_t kBesideReports = abi::COR_PRF_MONITOR_SUSPENDS | abi::COR_PRF_MONITOR_THREADS |
                                         abi::COR_PRF_MONITOR_OBJECT_ALLOCATED |
                                         abi::COR_PRF_ENABLE_OBJECT_ALLOCATED;

// Why the rule's violation may not have happened, or not have reached the profiler. Empty if it must have.
std::string why_hidden(const JudgedRule& rule, const Comparison& comparison) {
  const TraceSummary& summary = comparison.summary();
  if (!summary.wants_reports()) {
    return fmt::format("the profiler's {} keeps away the callbacks that would break these rules",
                       summary.mask_text());
  }
  if (summary.header.callback_version && *summary.header.callback_version < kExactCalls) {
    return fmt::format(
        "the profiler has no ICorProfilerCallback{}, and so not the callbacks that would break these rules",
        kExactCalls);
  }
  const bool beside_reports =
      !summary.header.mask_known || (summary.header.mask.low & kBesideReports) == kBesideReports;
  if (!rule.why_not.empty() && !beside_reports) {
    return fmt::format("{} could not be judged under the profiler's {}: {}", rule.rule, summary.mask_text(),
                       rule.why_not);
  }
  // Departures are skipped only because of the profiler.
  const auto departure = std::ranges::find_if(comparison.skipped, &SkippedExpectation::departure);
  if (departure != comparison.skipped.end()) return departure->why;
  return {};
}

// The profiler's failure that may have suppressed the violation of a rule.
std::string because(const Comparison& comparison) {
  for (const char* const callback :
       {"MovedReferences", "SurvivingReferences", "RootReferences", "ObjectReferences"}) {
    if (std::string why = comparison.because(callback); !why.empty()) return why;
  }
  return {};
}

}  // namespace

void compare_breaks(const std::vector<ExpectedRule>& expected, const std::vector<JudgedRule>& rules,
                    Comparison& comparison) {
  for (const ExpectedRule& each : expected) {
    const auto found = std::ranges::find(rules, each.rule, &JudgedRule::rule);
    const JudgedRule rule = found == rules.end() ? JudgedRule{.rule = each.rule} : *found;
    if (!rule.broken) {
      if (std::string why = why_hidden(rule, comparison); !why.empty()) {
        comparison.skip(each.place, std::move(why));
        continue;
      }
    }
    comparison.check(rule.broken, each.place, "the rule " + each.rule + " to be broken",
                     (rule.why_not.empty() ? "it was not" : "it could not be judged: it " + rule.why_not) +
                         because(comparison));
  }
}

}  // namespace gcrucible::scenario
