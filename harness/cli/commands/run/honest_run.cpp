#include "harness/cli/commands/run/honest_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/driver/trace/outcome_trace.h"
#include "harness/program/runtime_deviations.h"
#include "harness/rules/judge/judge.h"

namespace gcrucible::cli {
namespace {

using Standings = std::map<std::string_view, rules::Standing>;

bool is_broken_by(rules::Breaker breaker, const rules::Verdict& verdict) {
  return verdict.standing == rules::Standing::kBroken && verdict.rule->breaker == breaker;
}

// The verdicts on the honest program. Empty if its run left no trace that can be judged.
std::optional<Standings> honest_standings(protocol::Case value, const driver::RunOptions& run,
                                          const rules::Selection& selection) {
  value.program = program::honest_program(value.program);
  const driver::Outcome outcome = driver::run_case(value, run);
  if (outcome.is_beyond_judging() || (outcome.trace_path.empty() && outcome.trace_text.empty())) return {};
  rules::Judge judge(selection);
  trace::Reader reader = driver::reader_of(outcome);
  trace::read_all(reader, [&](const trace::Event& event) { judge.take(event); });
  if (reader.error() != nullptr) return {};
  Standings found;
  for (const rules::Verdict& verdict : std::move(judge).verdicts())
    found[verdict.rule->id] = verdict.standing;
  return found;
}

}  // namespace

void set_consequences_aside(protocol::Case value, driver::RunOptions run, const rules::Selection& selection,
                            report::RunReport& report) {
  std::vector<std::string> broken;
  for (const rules::Verdict& verdict : report.verdicts) {
    const std::string_view rule = verdict.rule->id;
    if (is_broken_by(rules::Breaker::kProfiler, verdict) && !report.is_expected(rule) &&
        !report.is_not_compared(rule))
      broken.emplace_back(rule);
  }
  if (broken.empty()) return;
  const bool runtime_breaks = std::ranges::any_of(report.verdicts, [](const rules::Verdict& verdict) {
    return is_broken_by(rules::Breaker::kRuntime, verdict);
  });
  run.trace_path.clear();
  const std::optional<Standings> honest = honest_standings(std::move(value), run, selection);
  if (!honest) return;
  std::erase_if(broken, [&](const std::string& rule) {
    const auto found = honest->find(rule);
    const bool judged = found != honest->end() && found->second != rules::Standing::kNotEvaluable;
    return judged ? found->second != rules::Standing::kKept : !runtime_breaks;
  });
  if (broken.empty()) return;
  report.breaks_not_compared.insert(report.breaks_not_compared.end(), broken.begin(), broken.end());
  std::string& why = report.why_breaks_not_compared;
  if (!why.empty()) why += "; ";
  why += fmt::format(
      "{}: in this scenario the runtime violates rules on purpose, and without that the profiler does not "
      "violate {}",
      fmt::join(broken, ", "), broken.size() == 1 ? "this rule" : "these rules");
}

}  // namespace gcrucible::cli
