#include "harness/campaign/trial.h"

#include <algorithm>
#include <utility>

#include "harness/host/case.h"
#include "harness/trace/reader.h"

namespace gcrucible::campaign {
namespace {

using driver::Fate;

std::string_view rule_of(Fate fate) {
  switch (fate) {
    case Fate::kCrashed:
      return "crash";
    case Fate::kExited:
      return "exit";
    case Fate::kThrew:
      return "exception";
    case Fate::kClosedFiles:
      return "closed-files";
    case Fate::kHung:
      return "hang";
    default:
      return {};
  }
}

// A profiler that dies in another callback has another fault, most of the time.
void read_fate(const driver::Outcome& outcome, Trial& trial) {
  const std::string_view rule = rule_of(outcome.fate);
  if (rule.empty()) return;
  const std::string place = outcome.probing           ? std::string("gcrucible_probe")
                            : outcome.inside_callback ? outcome.last_callback
                                                      : std::string("no callback");
  std::string what = outcome.died + ". " + driver::place_of(outcome);
  trial.troubles.push_back(
      {.cause = {.rule = std::string(rule),
                 .detail = outcome.fate == Fate::kCrashed ? outcome.died + " in " + place : place},
       .what = std::move(what),
       .native_stack = outcome.native_stack});
}

std::string judge_trace(const Subject& subject, rules::Observer* observer, Trial& trial) {
  rules::Judge judge(subject.selection, observer);
  trace::Reader reader = trace::Reader::of_file(trial.outcome.trace_path);
  trace::Line line;
  while (reader.next(line) == trace::Reader::Step::kLine) judge.take(line.event());
  if (reader.error() != nullptr) return reader.error()->text();
  trial.verdicts = std::move(judge).verdicts();
  for (const rules::Verdict& verdict : trial.verdicts) {
    if (verdict.standing != rules::Standing::kBroken) continue;
    if (verdict.rule->kind == rules::RuleKind::kAdvice && !subject.strict) continue;
    const rules::Finding& first = verdict.findings.front();
    trial.troubles.push_back({.cause = {.rule = std::string(verdict.rule->id), .detail = first.callback},
                              .what = first.what,
                              .native_stack = {}});
  }
  return {};
}

}  // namespace

std::string text_of(const Cause& cause) {
  return cause.detail.empty() ? cause.rule : cause.rule + " (" + cause.detail + ")";
}

bool Trial::has(const Cause& cause) const {
  return std::ranges::find(troubles, cause, &Trouble::cause) != troubles.end();
}

Trial try_program(const program::Program& program, const Subject& subject, rules::Observer* observer) {
  Trial trial;
  host::Case value;
  value.program = program;
  value.profiler_path = subject.library;
  value.clsid = subject.clsid;
  trial.outcome = driver::run_case(value, subject.run);
  if (trial.outcome.fate == Fate::kRefused) {
    trial.refused = true;
    trial.message = trial.outcome.message;
    return trial;
  }
  read_fate(trial.outcome, trial);
  if (trial.outcome.trace_path.empty()) {
    trial.refused = true;
    trial.message = trial.outcome.trace_error;
    return trial;
  }
  if (std::string error = judge_trace(subject, observer, trial); !error.empty()) {
    trial.refused = true;
    trial.message = std::move(error);
  }
  return trial;
}

}  // namespace gcrucible::campaign
