#include "harness/cli/campaign/observed_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "harness/campaign/trial.h"
#include "harness/program/plain_reporting.h"
#include "harness/report/text/names.h"
#include "harness/verdict/judged_run.h"

namespace gcrucible::cli {
namespace {

std::string with_names(const std::string& text, const program::Program& program) {
  return report::with_names(text, [&](std::uint32_t object) -> std::optional<std::string> {
    const auto named = std::ranges::lower_bound(program.names, object, {}, &program::ObjectName::object);
    if (named == program.names.end() || named->object != object) return std::nullopt;
    return report::printable(named->name);
  });
}

}  // namespace

Expected<void> compare_reportings(protocol::Case value, const driver::RunOptions& run,
                                  const campaign::Observatory& observatory, const driver::Outcome& outcome,
                                  const scenario::Scenario& scenario, const report::Style& style,
                                  report::RunReport& report) {
  const campaign::Observed written = observatory.see(outcome);
  value.program = program::played_plainly(std::move(value.program));
  observatory.clear();
  const driver::Outcome plainly = driver::run_case(value, run);
  const campaign::Observed plain = observatory.see(plainly);
  for (const campaign::Observed* const seen : {&written, &plain}) {
    if (report.standing.empty()) report.standing = seen->standing;
    const std::string& problem = seen->text ? seen->missing : seen->text.error();
    if (!problem.empty())
      return failure(scenario::error_at(scenario, scenario.observation_place, problem, style.width));
  }
  if (*written.text != *plain.text && !(campaign::repeats(outcome) && campaign::repeats(plainly))) {
    report.expectations_skipped.push_back(text_of(*scenario.observation) +
                                          ": the turns of the threads are not the same in each run");
    return {};
  }
  ++report.expectations_compared;
  if (*written.text == *plain.text) return {};
  const std::string difference =
      with_names(campaign::difference_text(*scenario.observation, *written.text, *plain.text, outcome),
                 scenario.program);
  report.presentation = campaign::difference_sentence(*scenario.observation, difference);
  const campaign::DifferencePlace place =
      campaign::difference_place(*scenario.observation, *written.text, *plain.text, outcome);
  report.presentation_place =
      fmt::format("{}:{}, {}", report::shown_path(style, report.scenario),
                  place.line != 0 ? place.line : scenario.observation_place.line, place.text);
  verdict::add_complaints(
      {{.file = scenario.file,
        .place = scenario.observation_place,
        .expected = text_of(*scenario.observation) + " to be the same with a plain report",
        .got = difference,
        .trace_line = std::nullopt,
        .collection = std::nullopt}},
      style, report);
  return {};
}

}  // namespace gcrucible::cli
