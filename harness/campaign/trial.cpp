#include "harness/campaign/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/driver/trace/outcome_trace.h"
#include "harness/program/plain_reporting.h"
#include "harness/rules/catalogue/rule.h"
#include "harness/rules/decode/rows.h"
#include "harness/rules/evidence/reference_balance.h"
#include "harness/rules/judge/judge.h"
#include "harness/rules/judge/other_finding.h"
#include "harness/rules/probe/estimates/judge_estimates.h"
#include "harness/rules/state/history.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::campaign {
namespace {

using driver::Fate;

// The callback is part of the cause: a death in another callback is usually another fault.
void read_fate(const driver::Outcome& outcome, Trial& trial) {
  const std::string_view rule = word_of(outcome.fate);
  if (rule.empty()) return;
  const std::string place = driver::place_name(outcome);
  // An address differs between plays. Exceptions, closed descriptors and written memory do not.
  const bool is_same_again =
      outcome.copy_came_back || outcome.forked || outcome.fate == Fate::kThrew || outcome.is_found_later();
  std::string what = (is_same_again ? driver::how_of(outcome) : driver::how_without_address(outcome)) + ". " +
                     driver::place_of(outcome);
  if (const std::string calls = driver::calls_of(outcome); !calls.empty()) what += " " + calls;
  if (outcome.stopped_parent()) {
    what += " It stopped the process that had started it.";
  } else if (outcome.ended_parent) {
    what += " It ended the process that had started it, too, at that moment or a little before.";
  }
  trial.troubles.push_back(
      {.cause = {.rule = std::string(rule),
                 .detail = outcome.fate == Fate::kCrashed ? outcome.died + " in " + place : place},
       .what = std::move(what),
       .native_stack = outcome.native_stack,
       .error_output = outcome.error_output,
       .cycle = outcome.cycle,
       .only_in_process = false,
       .explained = driver::names_mistake(outcome),
       .ends_parent = outcome.ended_parent});
}

std::optional<Expected<Observatory>> observatory_of(const Subject& subject, driver::RunOptions& run) {
  if (!subject.observation) return std::nullopt;
  return Observatory::make(*subject.observation, run);
}

std::string what_differs(const scenario::Observation& observation, const std::string& written,
                         const std::string& plain, const driver::Outcome& outcome) {
  return difference_sentence(observation, difference_text(observation, written, plain, outcome));
}

// Both plays have the same objects at the same addresses, but other lines.
std::string without_lines(std::string_view text) {
  constexpr std::string_view kLine = "line ";
  std::string without;
  for (std::size_t at = text.find(kLine); at != std::string_view::npos; at = text.find(kLine)) {
    without += text.substr(0, at + kLine.size());
    text.remove_prefix(at + kLine.size());
    text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  }
  return without.append(text);
}

// Whether a finding of the program as written explains the difference: the plain play does not show it.
bool is_explained(const Trial& written, const Trial& plain) {
  return std::ranges::any_of(written.troubles, [&](const Trouble& trouble) {
    return std::ranges::none_of(plain.troubles, [&](const Trouble& other) {
      return other.cause == trouble.cause && without_lines(other.what) == without_lines(trouble.what);
    });
  });
}

rules::Selection without_reasons(rules::Selection selection) {
  selection.reasons = false;
  return selection;
}

// Damage that the simulator has detected: forbidden writes, and references not released. One trouble for each
// cause.
void take_damage(const trace::Event& event, Trial& trial) {
  if (event.kind != trace::EventKind::kModel) return;
  Trouble trouble;
  if (event.name == "scribbled") {
    const std::string callback(trace::text_in(event, "callback"));
    trouble.cause = {.rule = std::string(rules::kGuardedArray), .detail = callback};
    trouble.what =
        fmt::format("It wrote into {}, an array of {}: {} of {} entries changed.",
                    trace::text_in(event, "array"), callback, trace::number_in(event, "changed").value_or(0),
                    trace::number_in(event, "entries").value_or(0));
  } else if (event.name == "intruded") {
    const std::string kind(trace::text_in(event, "kind"));
    trouble.cause = {.rule = std::string(rules::kObjectMemory), .detail = kind};
    trouble.what = fmt::format("It wrote into object {}: {} at offset {}.",
                               trace::number_in(event, "object").value_or(0), kind,
                               trace::number_in(event, "offset").value_or(0));
  } else if (event.name == "altered") {
    trouble.cause = {.rule = std::string(rules::kProcessState),
                     .detail = std::string(trace::text_in(event, "what"))};
    trouble.what = trace::text_in(event, "detail");
  } else if (const auto balance = rules::reference_balance(event)) {
    trouble.cause = {.rule = std::string(rules::kUnbalancedReferences),
                     .detail = balance->too_often ? balance->interface : balance->of};
    trouble.what = rules::text_of(*balance);
  } else {
    return;
  }
  trouble.explained = true;
  if (!trial.has(trouble.cause)) trial.troubles.push_back(std::move(trouble));
}

// `line`: the scenario line of the current collection.
void take_schedule(const trace::Event& event, std::uint32_t& line, Trial& trial) {
  if (event.kind != trace::EventKind::kModel) return;
  const auto number = [&](std::string_view key) {
    return static_cast<std::uint32_t>(trace::number_in(event, key).value_or(0));
  };
  if (event.name == "collection") line = number("line");
  if (event.name != "schedule") return;
  const trace::Value* const certain = trace::find(event, "deterministic");
  PlayedSchedule played{.line = trace::find(event, "together") != nullptr ? number("line") : line,
                        .decisions = number("decisions"),
                        .switches = {},
                        .deterministic = certain != nullptr && certain->number != 0};
  const rules::Rows rows(trace::find(event, "switches"));
  for (std::uint64_t row = 0; row < rows.size(); ++row) {
    played.switches.push_back({.decision = static_cast<std::uint32_t>(rows.number(row)),
                               .thread = static_cast<std::uint32_t>(rows.number(row, 1))});
  }
  trial.schedules.push_back(std::move(played));
}

bool repeats(const std::vector<PlayedSchedule>& schedules) {
  return std::ranges::all_of(schedules, &PlayedSchedule::deterministic);
}

// Counts the answers of one trace.
class AnswerCount {
 public:
  void take(const trace::Event& event) {
    if (probe_.take(event)) return;
    if (event.kind == trace::EventKind::kCallback)
      open_[event.n] = {.thread = event.thread, .name = std::string(event.name)};
    if (event.kind != trace::EventKind::kReturn) return;
    // Info calls return too.
    const auto call = open_.find(event.link);
    if (call == open_.end() || call->second.thread != event.thread) return;
    if (abi::failed(event.hr)) ++failures_[call->second.name + ": " + abi::hresult_text(event.hr)];
    open_.erase(call);
  }
  AnswerTally tally() const { return {.probe = probe_.tally(), .failures = failures_}; }

 private:
  struct Open {
    std::uint32_t thread = 0;
    std::string name;
  };
  rules::ProbeCount probe_;
  std::map<std::uint64_t, Open> open_;  // callbacks, by their lines
  std::map<std::string, std::uint64_t> failures_;
};

Expected<void> judge_trace(const Subject& subject, const rules::RuleSet& rule_set, rules::Observer* observer,
                           Trial& trial) {
  rules::Judge judge(rule_set, observer);
  driver::Outcome& outcome = trial.outcome;
  trace::Reader reader = reader_of(outcome);
  std::uint32_t collection = 0;
  bool injected = false;
  AnswerCount answers;
  trace::read_all(reader, [&](const trace::Event& event) {
    judge.take(event);
    injected |= event.kind == trace::EventKind::kReturn && trace::find(event, "injected");
    answers.take(event);
    take_damage(event, trial);
    take_schedule(event, collection, trial);
  });
  if (reader.error() != nullptr) return failure(reader.error()->text());
  const rules::History& history = judge.history();
  trial.verdicts = std::move(judge).verdicts();
  // A failing Info call that gcrucible injected excuses violated rules, but not a death.
  if (injected) return {};
  trial.answers = answers.tally();
  if (subject.selection.has(rules::kEstimatesUnbiased)) trial.estimates = history.probes().estimates();
  for (const rules::Verdict& verdict : trial.verdicts) {
    if (verdict.standing != rules::Standing::kBroken || verdict.follows != nullptr) continue;
    if (verdict.rule->kind == rules::RuleKind::kAdvice && !subject.strict) continue;
    for (const rules::Finding& each : verdict.findings) {
      Cause cause{.rule = std::string(verdict.rule->id), .detail = each.callback};
      const auto known = std::ranges::find(trial.troubles, cause, &Trouble::cause);
      if (known != trial.troubles.end()) {
        if (each.also_rule.empty()) known->also_rule.clear();
        continue;
      }
      trial.troubles.push_back({.cause = std::move(cause),
                                .what = each.what,
                                .native_stack = {},
                                .also_rule = std::string(each.also_rule),
                                .explained = each.explained,
                                .causes = each.causes});
    }
  }
  return {};
}

}  // namespace

bool repeats(const driver::Outcome& outcome) {
  Trial played;
  std::uint32_t line = 0;
  trace::Reader reader = driver::reader_of(outcome);
  trace::read_all(reader, [&](const trace::Event& event) { take_schedule(event, line, played); });
  return repeats(played.schedules);
}

protocol::Case case_of(const Subject& subject, program::Program program) {
  protocol::Case value;
  value.program = std::move(program);
  value.profiler_path = subject.library;
  value.clsid = subject.clsid;
  value.clsid_from = subject.clsid_from;
  return value;
}

std::string text_of(const Cause& cause) {
  return cause.detail.empty() ? cause.rule : cause.rule + " (" + cause.detail + ")";
}

bool Trial::has(const Cause& cause) const {
  return std::ranges::find(troubles, cause, &Trouble::cause) != troubles.end();
}

Tester::Tester(const Subject& subject)
    : subject_(&subject),
      rule_set_(without_reasons(subject.selection)),
      run_(subject.run),
      observatory_(observatory_of(subject, run_)),
      host_(run_) {}

Trial Tester::judge(driver::Outcome outcome, rules::Observer* observer) const {
  Trial trial;
  trial.outcome = std::move(outcome);
  if (trial.outcome.fate == Fate::kRefused) {
    trial.refused = true;
    trial.message = trial.outcome.message;
    if (trial.outcome.interrupted) trial.standing = driver::place_of(trial.outcome);
    return trial;
  }
  read_fate(trial.outcome, trial);
  const bool written = !trial.outcome.trace_path.empty() || !trial.outcome.trace_text.empty();
  Expected<void> judged;
  if (written) {
    judged = judge_trace(*subject_, rule_set_, observer, trial);
  } else if (!trial.outcome.trace_error.empty()) {
    judged = failure(trial.outcome.trace_error);
  }
  // A profiler that died may have damaged the trace before; its death counts nevertheless.
  trial.refused = trial.troubles.empty() && !judged;
  if (trial.refused) trial.message = std::move(judged.error());
  return trial;
}

Trial Tester::try_apart(const program::Program& program, rules::Observer* observer,
                        Presentations presentations) {
  if (!subject_->observation) {
    Trial trial = judge(host_.run(case_of(*subject_, program)), observer);
    if (presentations == Presentations::kBoth) compare_presentations(program, trial);
    return trial;
  }
  Expected<Observatory>& observatory = *observatory_;
  if (!observatory) {
    Trial refused;
    refused.refused = true;
    refused.message = observatory.error();
    return refused;
  }
  observatory->clear();
  driver::Outcome outcome = host_.run(case_of(*subject_, program));
  const Observed written = observatory->see(outcome);
  Trial trial = judge(std::move(outcome), observer);
  // A profiler that died may not have written everything.
  if (!trial.refused && trial.outcome.died.empty()) compare_reportings(program, written, trial);
  return trial;
}

Observed Tester::see(const program::Program& program, driver::Outcome& outcome) {
  const Expected<Observatory>& observatory = *observatory_;
  observatory->clear();
  outcome = host_.run(case_of(*subject_, program));
  return observatory->see(outcome);
}

std::vector<std::string> Tester::see_all(const driver::Outcome& outcome) const {
  std::vector<std::string> all;
  if (outcome.fate != Fate::kFinished || (outcome.trace_path.empty() && outcome.trace_text.empty()))
    return all;
  for (const scenario::Observation& each : subject_->compared) {
    Observed seen = see_directly(each, outcome);
    if (!seen.text) return {};
    all.push_back(std::move(*seen.text));
  }
  return all;
}

std::vector<std::string> Tester::see_all(const program::Program& program) {
  return see_all(host_.run(case_of(*subject_, program)));
}

// Deaths and hangs under the plain presentation are ignored, because ordinary cases find them.
void Tester::compare_presentations(const program::Program& program, Trial& trial) {
  // A failing call is selected by count, and the plain presentation may have fewer calls.
  if (trial.refused || subject_->compared.empty() || !program.failing.empty()) return;
  const program::Program plainly = program::played_plainly(program);
  if (plainly == program) return;
  const std::vector<std::string> written = see_all(trial.outcome);
  if (written.empty()) return;
  driver::Outcome other = host_.run(case_of(*subject_, plainly));
  const std::vector<std::string> plain = see_all(other);
  if (plain.empty() || plain == written) return;
  if (!repeats(trial.schedules) || !repeats(other)) return;
  if (is_explained(trial, judge(std::move(other), nullptr))) return;
  const std::vector<std::string> once_more = see_all(program);
  for (std::size_t i = 0; i < written.size() && !once_more.empty(); ++i) {
    if (written[i] == plain[i]) continue;
    const std::string what = scenario::text_of(subject_->compared[i]);
    if (const auto again = difference(written[i], once_more[i])) {
      trial.unsteady = fmt::format("{}: line {} is {} in one run and {} in the next", what, again->line,
                                   again->first, again->second);
      continue;
    }
    trial.troubles.push_back(
        {.cause = {.rule = std::string(rules::kPresentation), .detail = what},
         .what = what_differs(subject_->compared[i], written[i], plain[i], trial.outcome),
         .native_stack = {}});
  }
}

void Tester::compare_reportings(const program::Program& program, const Observed& written, Trial& trial) {
  trial.unwritten = written.missing;
  if (!program.failing.empty()) return;
  const program::Program plainly = program::played_plainly(program);
  driver::Outcome other, again_played;
  const Observed plain = written.text && plainly != program ? see(plainly, other) : written;
  const bool differs = written.text && plain.text && *written.text != *plain.text;
  if (differs && !(repeats(trial.schedules) && repeats(other))) {
    trial.unsteady = "the turns of the threads are not the same in each run";
    return;
  }
  const Observed once_more = differs ? see(program, again_played) : written;
  if (!plain.text || !once_more.text) {
    // Troubles found by the rules count nevertheless.
    trial.refused = trial.troubles.empty();
    trial.message = plain.text ? once_more.text.error() : plain.text.error();
    trial.standing = plain.standing.empty() ? once_more.standing : plain.standing;
    return;
  }
  if (!differs) return;
  if (const auto again = difference(*written.text, *once_more.text)) {
    trial.unsteady =
        fmt::format("line {} is {} in one run and {} in the next", again->line, again->first, again->second);
    return;
  }
  if (is_explained(trial, judge(std::move(other), nullptr))) return;
  trial.troubles.push_back(
      {.cause = {.rule = std::string(rules::kPresentation),
                 .detail = scenario::text_of(*subject_->observation)},
       .what = what_differs(*subject_->observation, *written.text, *plain.text, trial.outcome),
       .native_stack = {}});
}

Trial Tester::try_program(const program::Program& program, rules::Observer* observer,
                          Presentations presentations) {
  if (!subject_->in_process) return try_apart(program, observer, presentations);
  std::optional<driver::Outcome> outcome = host_.run_in_place(case_of(*subject_, program));
  if (!outcome) return try_apart(program, observer);
  Trial here = judge(std::move(*outcome), observer);
  if (!here.refused && here.troubles.empty()) return here;
  Trial apart = try_apart(program);
  if (apart.refused) return apart;
  for (Trouble& trouble : here.troubles) {
    if (apart.has(trouble.cause)) continue;
    trouble.only_in_process = true;
    trouble.what = "Only in a process that had run other cases before: " + trouble.what;
    apart.troubles.push_back(std::move(trouble));
  }
  return apart;
}

Trial try_program(const program::Program& program, const Subject& subject, rules::Observer* observer,
                  Presentations presentations) {
  return Tester(subject).try_program(program, observer, presentations);
}

}  // namespace gcrucible::campaign
