#include "harness/verdict/judged_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "harness/account/account.h"
#include "harness/driver/trace/outcome_trace.h"
#include "harness/program/functions/shared_code.h"
#include "harness/report/text/trace_line.h"
#include "harness/rules/judge/judge.h"
#include "harness/verdict/object_histories.h"
#include "harness/verdict/scenario_lines.h"
#include "harness/verdict/stopped_run.h"
#include "harness/yaml/messages.h"

namespace gcrucible::verdict {

using report::Result;
using report::RunReport;

void read_fate(const driver::Outcome& outcome, RunReport& report) {
  report.output = outcome.output;
  report.error_output = outcome.error_output;
  report.native_stack = outcome.native_stack;
  for (const driver::CalledInfo& each : outcome.last_calls)
    report.last_calls.push_back({.method = each.method, .arguments = each.arguments, .result = each.result});
  report.slots = driver::wrong_slots_text(outcome.slots);
  report.died = outcome.died;
  for (const driver::SlowCallback& each : outcome.slow_callbacks) {
    report.slow_callbacks.push_back(
        {.callback = each.callback,
         .number = each.number,
         .collection = each.collection,
         .time = fmt::format("{:.1f} s", static_cast<double>(each.time.count()) / 1000),
         .thread = each.name});
  }
  switch (outcome.fate) {
    case driver::Fate::kFinished:
      return;
    case driver::Fate::kRefused:
      // With a line, a step of the scenario is impossible. Without one, loading the profiler failed, or
      // gcrucible did.
      report.result = outcome.step_line != 0     ? Result::kBadInput
                      : outcome.profiler_refused ? Result::kRefused
                                                 : Result::kCouldNotRun;
      if (!outcome.interrupted) return;
      report.standing = driver::place_of(outcome);
      report = stopped(report, "run", report.standing);
      return;
    case driver::Fate::kHung:
      report.result = Result::kHung;
      report.own_question = !outcome.own_question.empty();
      break;
    case driver::Fate::kCrashed:
    case driver::Fate::kExited:
    case driver::Fate::kThrew:
      report.result = Result::kCrashed;
      break;
    case driver::Fate::kClosedFiles:
      report.result = Result::kCrashed;
      report.did = "closed file descriptors of the process";
      break;
    case driver::Fate::kWroteFiles:
      report.result = Result::kCrashed;
      report.did = "wrote into file descriptors of the process";
      break;
    case driver::Fate::kWroteMemory:
      report.result = Result::kCrashed;
      report.did = "wrote into memory that is not its own";
      break;
    case driver::Fate::kLeftProcesses:
      report.result = Result::kCrashed;
      report.did = "left processes running";
      break;
  }
  report.how = report::printable(driver::how_of(outcome));
  report.death = driver::place_of(outcome);
  report.death_line = driver::line_of(outcome);
}

namespace {

void name_functions(const program::Program& program, bool exact_generics, account::Account& account) {
  for (const program::FunctionSpec& each : program.functions)
    account.functions.push_back(exact_generics ? each.name : program::code_name(program.types, each));
  if (!exact_generics) {
    account = account::with_shared_code(std::move(account),
                                        program::code_numbers(program.types, program.functions));
  }
}

}  // namespace

Expected<void> judge_trace(const driver::Outcome& outcome, const Judging& judging,
                           const scenario::Scenario& scenario, const std::string& incomparable,
                           const report::Style& style, report::Narrator::Say say, RunReport& report) {
  report::Narrator narrator(style, judging.pictures, std::move(say));
  rules::Judge judge(judging.selection, &narrator);
  scenario::ExpectationCheck expectations(scenario);
  if (judging.foreign_profiler) expectations.set_actions_aside();
  trace::Reader reader = reader_of(outcome);
  // Expectations concern only what happens before Shutdown, so they apply even if the profiler dies in
  // Shutdown.
  bool shut_down = false;
  StopWatch watch;
  std::optional<ScenarioLines> lines;
  if (judging.scenario_lines) lines.emplace(scenario.program);
  const bool read = trace::read_all(reader, [&](const trace::Event& event) {
    shut_down |= event.kind == trace::EventKind::kCallback && event.name == "Shutdown";
    narrator.take(event);
    judge.take(event);
    expectations.on(event);
    if (lines) lines->take(event);
    if (auto account = account::read_account(event)) report.account = std::move(account);
    return !watch.stops();
  });
  if (!read) {
    report = stopped(std::move(report), "run", "Its trace was being judged.");
    return {};
  }
  if (reader.error() != nullptr) return failure(reader.error()->text());
  report.verdicts = std::move(judge).verdicts();
  narrator.finish();
  report.notes = narrator.notes();
  if (report.account) {
    for (account::TypeRow& row : report.account->types) row.name = narrator.names().type(row.type);
    name_functions(scenario.program, judging.exact_generics, *report.account);
  }
  if (lines) report.steps = std::move(*lines).finish();

  std::vector<scenario::JudgedRule> judged;
  for (const rules::Verdict& verdict : report.verdicts) {
    judged.push_back({.rule = std::string(verdict.rule->id),
                      .broken = verdict.standing == rules::Standing::kBroken,
                      .why_not = verdict.standing == rules::Standing::kNotEvaluable ? verdict.why : ""});
  }
  // If the profiler died before Shutdown, expectations are not compared.
  if (!incomparable.empty()) {
    report.not_compared = "in this run";
    report.expectations_stated = scenario::expectation_count(scenario.expect);
    report.expectations_not_compared = report.expectations_stated;
    if (report.expectations_stated != 0)
      report.expectations_skipped.push_back(scenario.file + ": all expectations: " + incomparable);
  } else if (report.died.empty() || shut_down) {
    report.lived_to_see_all = true;
    expectations.judged(std::move(judged));
    add_complaints(expectations.finish(), style, report);
    report.expectations_compared = expectations.compared();
    report.expectations_reported = expectations.compared_summary();
    report.expectations_skipped = expectations.skipped_texts();
    report.expectations_not_compared = expectations.skipped_count();
  }
  report_objects(reader_of(outcome), narrator.names(), report);
  return {};
}

void add_complaints(const std::vector<scenario::ExpectationFinding>& findings, const report::Style& style,
                    RunReport& report) {
  if (findings.empty()) return;
  std::ifstream in(report.scenario, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  constexpr std::size_t kMargin = 11;  // for the line number in the excerpt
  const std::size_t width = std::max<std::size_t>(style.width, kMargin + 20) - kMargin;
  for (scenario::ExpectationFinding finding : findings) {
    // The place of the expectation says as much as a line of the scenario.
    if (!report.steps.empty()) finding.trace_line.reset();
    report.expectations_failed.push_back(
        {report::with_file_lines(report, finding.text()), yaml::excerpt(text, finding.place, width)});
  }
}

}  // namespace gcrucible::verdict
