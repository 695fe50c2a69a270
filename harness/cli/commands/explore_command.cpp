#include "harness/cli/commands/explore_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "harness/campaign/explorer.h"
#include "harness/cli/campaign/finding_file.h"
#include "harness/cli/campaign/known_findings.h"
#include "harness/cli/commands/preflight_checks.h"
#include "harness/cli/commands/refusal.h"
#include "harness/cli/options/campaign_limits.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/cli/options/run_options.h"
#include "harness/cli/version.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/process/interruption.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"
#include "harness/rules/judge/other_finding.h"
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/scenario.h"
#include "harness/verdict/rule_globs.h"

namespace gcrucible::cli {
namespace {

using Clock = std::chrono::steady_clock;
using report::Result;

constexpr double kLongest = 1e6;

Expected<void> check(const ExploreArguments& arguments) {
  if (auto named = check_variables(arguments.environment); !named) return named;
  if (auto known = verdict::check_globs(arguments.selection); !known) return known;
  if (auto limited = check_limit("--switches", arguments.switches); !limited) return limited;
  if (auto limited = check_limit("--jobs", arguments.jobs); !limited) return limited;
  for (const auto& [option, seconds] :
       {std::pair("--timeout", arguments.timeout_seconds), std::pair("--time", arguments.seconds)}) {
    // This form also rejects NaN.
    if (!(seconds >= 0 && seconds <= kLongest))
      return failure(fmt::format("{} takes a number from 0 to {} seconds", option, kLongest));
  }
  return {};
}

campaign::Plan plan_of(const ExploreArguments& arguments, const scenario::Scenario& scenario,
                       const ProfilerChoice& profiler) {
  campaign::Plan plan;
  plan.envelope.runtime = scenario.program.runtime;
  plan.seed = scenario.program.seed;
  plan.subject.library = profiler.library.path;
  plan.subject.clsid = profiler.clsid;
  plan.subject.clsid_from = profiler.clsid_from;
  plan.subject.selection = arguments.selection;
  // A rule that the scenario expects to be violated is no finding.
  for (const scenario::ExpectedRule& each : scenario.expect.breaks)
    plan.subject.selection.skip.push_back(each.rule);
  plan.subject.strict = arguments.strict;
  driver::RunOptions& run = plan.subject.run;
  run.timeout = milliseconds_of(arguments.timeout_seconds);
  if (profiler.is_own_recorder) run.environment.push_back(no_recording());
  for (const auto& [key, value] : scenario.profiler.env) run.environment.push_back(key + "=" + value);
  run.environment.insert(run.environment.end(), arguments.environment.begin(), arguments.environment.end());
  return plan;
}

std::string switches_text(std::size_t count) {
  return count == 1 ? "1 switch" : fmt::format("{} switches", count);
}

std::string counts_text(const campaign::Exploration& made) {
  std::vector<std::string> counts;
  for (std::size_t i = 0; i < made.schedules.size(); ++i) {
    counts.push_back(i == 0 ? fmt::format("{} without a switch", made.schedules[0])
                            : fmt::format("{} with {}", made.schedules[i], switches_text(i)));
  }
  return fmt::format("{}", fmt::join(counts, ", "));
}

std::string name_of(const program::Program& program, std::size_t step) {
  const bool together = std::holds_alternative<program::Together>(program.steps[step].action);
  return fmt::format("{} in line {}", together ? "threads together" : "collection", program.steps[step].line);
}

std::string workers_of(const program::Program& program, std::size_t step) {
  const bool together = std::holds_alternative<program::Together>(program.steps[step].action);
  return fmt::format("{} {}", campaign::threads_in_turns(program, step).size(),
                     together ? "threads" : "heaps");
}

// Explores steps one after the other and collects the results.
class Exploring {
 public:
  Exploring(const ExploreArguments& arguments, const report::Style& style)
      : arguments_(&arguments), style_(&style) {
    if (arguments.seconds > 0) end_ = Clock::now() + milliseconds_of(arguments.seconds);
  }

  bool goes_on() {
    stopped_ |= platform::PatientInterruption::asked() || (end_ && Clock::now() >= *end_);
    return !stopped_;
  }

  void print(const campaign::Exploration& made, const program::Program& program, std::size_t step) const {
    if (arguments_->quiet && made.found.empty() && !made.stopped) return;
    say(report::field(*style_, "", 0,
                      fmt::format("{}, {}, {}", name_of(program, step), workers_of(program, step),
                                  report::counted(made.decisions, "decision")),
                      report::Ink::kPlain, report::Ink::kBold));
    say(report::field(*style_, "", 2,
                      fmt::format("{}: {}{}", report::counted(made.played(), "schedule"), counts_text(made),
                                  made.stopped ? ", stopped before all were played" : ""),
                      report::Ink::kPlain));
    if (made.uncertain) {
      say(report::field(*style_, "", 2,
                        "A callback waited for something outside these threads, or its order was up to the "
                        "machine. These are not all schedules, and one may behave differently next time.",
                        report::Ink::kPlain, report::Ink::kWarning));
    }
    for (const campaign::Explored& each : made.found) {
      say(report::field(*style_, "", 2,
                        fmt::format("{} under {} of them, first with {}", campaign::text_of(each.cause),
                                    each.times, switches_text(each.switches.size())),
                        report::Ink::kPlain, report::Ink::kBad));
    }
  }

 private:
  const ExploreArguments* arguments_;
  const report::Style* style_;
  std::optional<Clock::time_point> end_;
  bool stopped_ = false;
};

// `number`: index among the findings with that cause. One callback may take part in several deadlocks.
void keep(KnownFindings& memory, const scenario::Scenario& scenario, std::size_t step,
          program::Schedule::Turns turns, const campaign::Explored& explored, std::size_t number) {
  campaign::Fault fault;
  fault.cause = explored.cause;
  if (number > 1) fault.cause.detail += fmt::format(", deadlock {}", number);
  fault.trouble = explored.trouble;
  fault.times = explored.times;
  fault.program = campaign::with_switches(scenario.program, step, turns, explored.switches);
  fault.origin = fmt::format("Of {}, line {}, runtime {}", platform::absolute_path(scenario.file),
                             scenario.program.steps[step].line, scenario.program.runtime.name);
  static_cast<void>(memory.keep(fault));
}

Result result_of(const campaign::Cause& cause) {
  if (cause.rule == "hang") return Result::kHung;
  return rules::is_death(cause.rule) ? Result::kCrashed : Result::kBroken;
}

void say_beginning(const ProfilerChoice& profiler, const scenario::Scenario& scenario,
                   const report::Style& style) {
  say(report::field(
      style, "", 0,
      fmt::format("gcrucible {}: runtime {}, engine simulated", kVersion, scenario.program.runtime.name),
      report::Ink::kPlain));
  say(report::field(style, "profiler", 10,
                    fmt::format("{}\n{}", shown_path(style, profiler.library.path), profiler.why),
                    report::Ink::kPlain));
}

// The results of all steps.
struct Explorations {
  Result worst = Result::kPass;
  std::uint64_t schedules = 0;
  std::vector<campaign::Explored> kept;  // one for each finding
  bool stopped = false;
  std::string refusal;  // why a step cannot be explored
};

Explorations explore_all(const ExploreArguments& arguments, const scenario::Scenario& scenario,
                         const std::vector<std::size_t>& steps, const campaign::Subject& subject,
                         const report::Style& style, KnownFindings& memory) {
  const campaign::ExploreSettings settings{
      .most_switches = arguments.switches,
      .turns = arguments.turns,
      .jobs = arguments.jobs != 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency())};
  Exploring exploring(arguments, style);
  Explorations all;
  for (const std::size_t step : steps) {
    all.stopped = all.stopped || !exploring.goes_on();
    if (all.stopped) break;
    const campaign::Exploration made =
        campaign::explore(subject, scenario.program, step, settings,
                          [&](const campaign::Exploration&) { return exploring.goes_on(); });
    if (made.played() != 0) exploring.print(made, scenario.program, step);
    all.schedules += made.played();
    all.stopped = made.stopped;
    for (const campaign::Explored& each : made.found) {
      all.worst = report::worse(all.worst, result_of(each.cause));
      if (std::ranges::any_of(all.kept, [&](const auto& before) { return before.shows(each.trouble); }))
        continue;
      all.kept.push_back(each);
      const auto number = std::ranges::count(all.kept, each.cause, &campaign::Explored::cause);
      keep(memory, scenario, step, settings.turns, each, static_cast<std::size_t>(number));
    }
    if (made.refusal.empty()) continue;
    all.refusal =
        fmt::format("{}: the {}: {}", arguments.scenario, name_of(scenario.program, step), made.refusal);
    break;
  }
  return all;
}

int end_exploration(const ExploreArguments& arguments, const Explorations& all) {
  // Report the findings first, even if a later step was refused.
  if (!all.refusal.empty() && all.kept.empty()) return refuse("explore", all.refusal);
  const bool stopped = all.stopped || !all.refusal.empty();
  say(fmt::format("{}{}, {}{}\n", arguments.quiet ? "" : "\n", report::counted(all.schedules, "schedule"),
                  report::counted(all.kept.size(), "finding"),
                  stopped ? ", stopped before all were played" : ""));
  if (!all.refusal.empty()) complain("gcrucible explore: " + all.refusal + "\n");
  return all.worst == Result::kPass ? platform::PatientInterruption::status()
                                    : report::exit_status(all.worst);
}

}  // namespace

int explore_command(const ExploreArguments& arguments) {
  const platform::PatientInterruption interruption;
  if (const auto checked = check(arguments); !checked) return refuse("explore", checked.error());
  const report::Style style = style_of_output(arguments.color);
  std::optional<program::RuntimeProfile> runtime;
  if (!arguments.runtime.empty()) {
    auto read = runtimes::load(arguments.runtime);
    if (!read) return refuse("explore", "--runtime: " + read.error());
    runtime = std::move(*read);
  }
  const program::RuntimeProfile* const played_by = runtime ? &*runtime : nullptr;
  Expected<scenario::Scenario> loaded =
      scenario::load(arguments.scenario, rules::rule_ids(), style.width, played_by);
  if (!loaded) {
    complain(loaded.error());
    return kBadArguments;
  }
  scenario::Scenario& scenario = *loaded;
  if (runtime) scenario.program.runtime = std::move(*runtime);
  const std::vector<std::size_t> steps = campaign::steps_in_turns(scenario.program);
  if (steps.empty()) {
    return refuse(
        "explore",
        arguments.scenario +
            ": it has no threads that take turns; add `heap: {server: 2}` or more for threads of the "
            "collector, or a `together` step for its own");
  }
  const auto choice = choose_profiler(arguments.profiler, arguments.clsid, scenario);
  if (!choice) return refuse("explore", choice.error());
  const ProfilerChoice& profiler = *choice;
  if (profiler.is_own_recorder && read_head(arguments.scenario).is_of_named_profiler()) {
    complain(report::plain(style, name_one_note("explore")));
    return kBadArguments;
  }
  campaign::Plan plan = plan_of(arguments, scenario, profiler);
  driver::KnownHangs hangs;
  campaign::Subject subject = plan.subject;
  subject.run.known_hangs = &hangs;
  KnownFindings memory(arguments.folder, plan, profiler, arguments.environment, style, arguments.quiet,
                       false);
  if (const auto usable = memory.check(); !usable) return refuse("explore", usable.error());
  if (!arguments.quiet) say_beginning(profiler, scenario, style);
  return end_exploration(arguments, explore_all(arguments, scenario, steps, subject, style, memory));
}

}  // namespace gcrucible::cli
