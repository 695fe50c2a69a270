#include "harness/cli/commands/run/comparability.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/driver/trace/outcome_trace.h"
#include "harness/platform/process/environment.h"
#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::cli {

std::string not_comparable(const RunOptions& options, const scenario::Scenario& scenario,
                           const program::RuntimeProfile& written_for, const ProfilerChoice& profiler) {
  if (scenario.program.runtime.name != written_for.name) {
    return fmt::format("they are written for runtime {}, and this is {}", written_for.name,
                       scenario.program.runtime.name);
  }
  if (!(scenario.program.runtime == written_for)) {
    return fmt::format(
        "they are written for runtime {} with the scenario's own settings, which --runtime removes",
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

namespace {

// Whether the profiler supports interfaces of later runtimes, as profilers of today do. Assumed for a
// profiler that was refused or died before its header was written.
bool is_of_later_runtimes(const driver::Outcome& outcome) {
  if (outcome.trace_path.empty() && outcome.trace_text.empty()) return true;
  trace::Reader reader = driver::reader_of(outcome);
  trace::Line line;
  if (reader.next(line) != trace::Reader::Step::kLine) return true;
  const trace::Value* const answered = trace::find(line.event(), "interfaces");
  if (answered == nullptr) return true;
  const rules::Rows versions(answered);
  for (std::uint64_t i = 0; i < versions.size(); ++i) {
    if (versions.number(i) >= 2) return true;
  }
  return false;
}

}  // namespace

std::string not_played(const RunOptions& options, const scenario::Scenario& scenario,
                       program::RuntimeDeviations own, const ProfilerChoice& profiler,
                       const driver::Outcome& outcome) {
  if (!options.several || profiler.clsid == kRecorderClsid) return {};
  const bool refused = outcome.fate == driver::Fate::kRefused && !outcome.interrupted;
  const bool died = !outcome.died.empty();
  const program::RuntimeProfile& runtime = scenario.program.runtime;
  if (options.runtime.empty() && runtime.callback_version < 2 && (refused || died) &&
      is_of_later_runtimes(outcome)) {
    return fmt::format("it is a scenario for {}, which this profiler does not support: {}", runtime.name,
                       refused ? outcome.message : driver::how_of(outcome));
  }
  if (refused && outcome.attach_answer != 0)
    return "the scenario attaches the profiler, which cannot be attached: " + outcome.message;
  if (own.dishonest && died) {
    return fmt::format(
        "the runtime breaks its own rules in it on purpose, and the profiler does not survive "
        "that: {}",
        driver::how_of(outcome));
  }
  return {};
}

std::string not_as_written(const RunOptions& options, const scenario::Scenario& scenario,
                           program::RuntimeDeviations own, const std::string& incomparable,
                           const ProfilerChoice& profiler) {
  if (!incomparable.empty()) return own.reported ? incomparable : std::string();
  if (!own.dishonest) return {};
  if (profiler.clsid != kRecorderClsid)
    return "they are written for gcrucible's own recorder, and this is another profiler";
  for (const std::string_view name :
       {"GCRUCIBLE_RECORDER_ASK", "GCRUCIBLE_RECORDER_MASK", "GCRUCIBLE_RECORDER_FAIL",
        "GCRUCIBLE_RECORDER_CALLBACKS", "GCRUCIBLE_RECORDER_DETACH"}) {
    const auto sets = [&](const auto& each) { return each.first == name; };
    if (std::ranges::any_of(scenario.profiler.env, sets)) continue;
    const auto given = [&](const std::string& each) { return each.starts_with(std::string(name) + "="); };
    if (std::ranges::any_of(options.environment, given) || platform::environment_variable(std::string(name)))
      return fmt::format("they are written for a recorder without {}", name);
  }
  return {};
}

bool is_foreign(const RunOptions& options, const ProfilerChoice& profiler) {
  constexpr std::string_view kAsks = "GCRUCIBLE_RECORDER_ASK";
  return profiler.clsid != kRecorderClsid || platform::environment_variable(std::string(kAsks)) ||
         std::ranges::any_of(options.environment, [&](const std::string& variable) {
           return variable.starts_with(std::string(kAsks) + "=");
         });
}

void set_breaks_aside(const std::string& why, report::RunReport& report) {
  for (const rules::Verdict& verdict : report.verdicts) {
    const std::string_view rule = verdict.rule->id;
    // A consequence of a rule that is set aside is also set aside. The order of the two in the list does not
    // matter.
    const bool stays_with_profiler =
        report.is_consequence(verdict) && verdict.follows->breaker == rules::Breaker::kProfiler;
    if (verdict.standing != rules::Standing::kBroken || stays_with_profiler ||
        verdict.rule->breaker == rules::Breaker::kProfiler || report.is_expected(rule))
      continue;
    report.breaks_not_compared.emplace_back(rule);
    report.why_breaks_not_compared = why;
  }
}

}  // namespace gcrucible::cli
