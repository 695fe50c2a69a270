#include "harness/cli/comparability.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/platform/environment.h"

namespace gcrucible::cli {

std::string not_comparable(const RunOptions& options, const scenario::Scenario& scenario,
                           const program::RuntimeProfile& written_for, const ProfilerChoice& profiler) {
  if (scenario.program.runtime.name != written_for.name) {
    return fmt::format("they are written for runtime {}, and this is {}", written_for.name,
                       scenario.program.runtime.name);
  }
  if (!(scenario.program.runtime == written_for)) {
    return fmt::format(
        "they are written for runtime {} with settings of the scenario's own, and --runtime leaves those out",
        written_for.name);
  }
  static constexpr std::string_view kRecorderVariable = "GCRUCIBLE_RECORDER_";
  for (const auto& [name, value] : scenario.profiler.env) {
    if (!name.starts_with(kRecorderVariable)) continue;
    if (profiler.clsid != kRecorderClsid) {
      return fmt::format("the scenario sets {} for gcrucible's own recorder, and this is another profiler",
                         name);
    }
    for (const std::string& variable : options.environment) {
      if (variable.starts_with(name + "=") && variable != name + "=" + value) {
        return fmt::format("the scenario sets {}, and --env sets it to something else", name);
      }
    }
  }
  return {};
}

std::string not_as_written(const RunOptions& options, const scenario::Scenario& scenario, program::OwnWay own,
                           const std::string& incomparable, const ProfilerChoice& profiler) {
  if (!incomparable.empty()) return own.told ? incomparable : std::string();
  if (!own.dishonest) return {};
  if (profiler.clsid != kRecorderClsid)
    return "they are written for gcrucible's own recorder, and this is another profiler";
  for (const std::string_view name : {"GCRUCIBLE_RECORDER_MASK", "GCRUCIBLE_RECORDER_FAIL",
                                      "GCRUCIBLE_RECORDER_CALLBACKS", "GCRUCIBLE_RECORDER_DETACH"}) {
    const auto sets = [&](const auto& each) { return each.first == name; };
    if (std::ranges::any_of(scenario.profiler.env, sets)) continue;
    const auto given = [&](const std::string& each) { return each.starts_with(std::string(name) + "="); };
    if (std::ranges::any_of(options.environment, given) || platform::environment_variable(std::string(name)))
      return fmt::format("they are written for a recorder without {}", name);
  }
  return {};
}

void set_breaks_aside(const std::string& why, report::RunReport& report) {
  for (const rules::Verdict& verdict : report.verdicts) {
    const std::string_view rule = verdict.rule->id;
    if (verdict.standing != rules::Standing::kBroken || report.is_consequence(verdict) ||
        verdict.rule->breaker == rules::Breaker::kProfiler || report.is_expected(rule))
      continue;
    report.breaks_not_compared.emplace_back(rule);
    report.why_breaks_not_compared = why;
  }
}

}  // namespace gcrucible::cli
