#include "harness/campaign/campaign.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "harness/campaign/cause_groups.h"
#include "harness/campaign/explorer.h"
#include "harness/campaign/ledger.h"
#include "harness/campaign/replays.h"
#include "harness/program/choices.h"
#include "harness/rules/catalogue/rule.h"
#include "harness/rules/collection/collection.h"
#include "harness/rules/decode/callback.h"
#include "harness/rules/judge/observer.h"
#include "harness/rules/judge/other_finding.h"
#include "harness/scenario/write/scenario_writer.h"

namespace gcrucible::campaign {
namespace {

using Clock = std::chrono::steady_clock;

// Limit of plays for a program that does not show its fault again at once. Threads of a profiler run
// differently in each play.
constexpr std::uint32_t kMostPlays = 5;

constexpr std::uint64_t kSizes = 101;  // 0 to 100

class Listener final : public rules::Observer {
 public:
  void entered(const rules::Callback& callback, const rules::History& history) override {
    calls.take(callback, history);
  }
  void closed(const rules::Collection&) override {}

  CallContexts calls;
};

Subject patiently(Subject subject) {
  subject.run.known_hangs = nullptr;
  return subject;
}

// Two testers for one subject. After an earlier hang, `usual` waits only a part of the timeout; `patient`
// always waits the whole timeout.
struct Testers {
  explicit Testers(const Subject& subject) : patient_subject(patiently(subject)), usual(subject) {}

  Subject patient_subject;
  Tester usual;
  Tester patient{patient_subject};
};

// Whether the profiler may only be slow. If several cases hang at one place, the first of them waited for the
// whole timeout.
bool may_be_slow(const Trial& trial, std::uint64_t number, const Subject& subject, Ledger& ledger) {
  if (trial.outcome.cut_short) return !ledger.has_hung_before(number, trial.troubles.front().cause);
  if (!subject.observation || subject.run.known_hangs->empty()) return false;
  // The second play may have been cut short.
  return trial.refused || std::ranges::find(trial.troubles, rules::kPresentation, [](const Trouble& trouble) {
                            return std::string_view(trouble.cause.rule);
                          }) != trial.troubles.end();
}

void run_cases(const Plan& plan, const Subject& subject, const TypePool& pool, Ledger& ledger) {
  Testers testers(subject);
  while (const std::optional<std::uint64_t> number = ledger.next()) {
    Generated made =
        generate(pool, plan.envelope, seed_of_case(plan, *number), bounds_of_case(plan, *number));
    Listener listener;
    const Presentations presentations = presentations_of_case(plan, *number, made.features);
    Trial trial = testers.usual.try_program(made.program, &listener, presentations);
    if (may_be_slow(trial, *number, subject, ledger)) {
      Listener again;
      trial = testers.patient.try_apart(made.program, &again, presentations);
      listener.calls = again.calls;
    }
    ledger.take(*number, std::move(made), std::move(trial), listener.calls);
  }
}

bool is_of_runtime(const Trouble& trouble) {
  const rules::Rule* const rule = rules::find_rule(trouble.cause.rule);
  return rule != nullptr && rule->breaker == rules::Breaker::kRuntime;
}

// A simpler runtime forbids some behaviour that the original one allows. A program that violates its rules
// would then fail for every profiler.
bool blames_runtime_anew(const std::vector<Trouble>& before, const Trial& now) {
  return std::ranges::any_of(now.troubles, [&](const Trouble& trouble) {
    return is_of_runtime(trouble) && std::ranges::none_of(before, [&](const Trouble& known) {
             return known.cause.rule == trouble.cause.rule;
           });
  });
}

void report_others(const std::vector<Trouble>& troubles, Fault& fault) {
  for (const Trouble& trouble : troubles) {
    const auto reported = [&](const Cause& each) { return each.rule == trouble.cause.rule; };
    if (!reported(fault.cause) && std::ranges::none_of(fault.also, reported))
      fault.also.push_back(trouble.cause);
  }
}

bool is_writable(const program::Program& program) {
  return scenario::write(program, {.title = "-"}).has_value();
}

// The fault that is being shrunk, and how.
struct Shrinking {
  const Plan* plan;
  const TypePool* pool;
  Testers* testers;
  Watcher* watcher;
  std::optional<Clock::time_point> until;  // for this fault; empty: no limit
  ShrinkProgress progress;

  bool is_late() const { return until && Clock::now() >= *until; }
  // Returns `kept`.
  bool tried(const program::Program& program, bool kept) {
    ++progress.tried;
    if (kept) progress.steps = program.steps.size();
    watcher->shrinking(progress);
    return kept;
  }
};

// `surely`: every play waits for the whole timeout before it counts. Returns false if the shrunk program
// shows the fault only with shortened waits.
bool try_make_small(Shrinking& shrinking, bool surely, Fault& fault) {
  const Plan& plan = *shrinking.plan;
  Testers& testers = *shrinking.testers;
  Watcher& watcher = *shrinking.watcher;
  bool cut_short = false;
  const Presentations presentations =
      fault.cause.rule == rules::kPresentation ? Presentations::kBoth : Presentations::kOne;
  const auto played = [&](const program::Program& program) {
    Trial trial = testers.usual.try_apart(as_played(program), nullptr, presentations);
    if (surely && trial.outcome.cut_short)
      trial = testers.patient.try_apart(as_played(program), nullptr, presentations);
    return trial;
  };
  const auto played_until_shown = [&](const program::Program& program, std::uint32_t most) {
    return play_until_shown(
        fault.cause, most, [&] { return played(program); },
        [&] { return watcher.wants_stop() || shrinking.is_late(); });
  };
  auto [whole, plays] = played_until_shown(fault.program, kMostPlays);
  fault.plays = plays;
  fault.unshrunk = plan.shrinks && !whole.has(fault.cause) && watcher.wants_stop();
  if (fault.unshrunk) return true;
  fault.flaky = !whole.has(fault.cause);
  if (fault.flaky) return true;
  cut_short = whole.outcome.cut_short;
  const std::vector<Trouble> at_first = std::move(whole.troubles);
  std::vector<Trouble> shown = at_first;
  // If the user stops, the smallest program found so far is the result.
  const auto shows = [&](const program::Program& program) {
    fault.cut = fault.cut || shrinking.is_late();
    fault.unshrunk = fault.unshrunk || watcher.wants_stop();
    if (fault.cut || fault.unshrunk) return false;
    Trial trial = played_until_shown(program, fault.plays).last;
    const bool kept = trial.has(fault.cause) && !blames_runtime_anew(at_first, trial);
    if (!shrinking.tried(program, kept)) return false;
    shown = std::move(trial.troubles);
    cut_short = trial.outcome.cut_short;
    return true;
  };
  if (plan.shrinks) {
    ShrinkSettings settings = plan.shrinking;
    settings.writable = is_writable;
    settings.switches = [&](const program::Program& program, std::size_t step) {
      return played_switches(testers.usual, program, step);
    };
    Shrunk shrunk = shrink(fault.program, *shrinking.pool, shows, settings);
    fault.trials = shrunk.trials;
    fault.program = std::move(shrunk.program);
  }
  if (cut_short && !watcher.wants_stop()) {
    Trial awaited = testers.patient.try_apart(as_played(fault.program), nullptr, presentations);
    if (!awaited.has(fault.cause)) return false;
    shown = std::move(awaited.troubles);
  }
  // The report describes the shrunk program.
  report_others(shown, fault);
  fault.trouble = *std::ranges::find(shown, fault.cause, &Trouble::cause);
  if (fault.trouble.also_rule.empty()) fault.also_rule.clear();
  return true;
}

void make_small(Shrinking& shrinking, Fault& fault) {
  shrinking.progress.cause = &fault.cause;
  shrinking.progress.tried = 0;
  shrinking.progress.steps = fault.program.steps.size();
  shrinking.watcher->shrinking(shrinking.progress);
  if (shrinking.watcher->wants_stop()) {
    fault.unshrunk = shrinking.plan->shrinks;
    return;
  }
  const Fault unshrunk_fault = fault;
  if (try_make_small(shrinking, false, fault)) return;
  fault = unshrunk_fault;
  try_make_small(shrinking, true, fault);
}

// Divides the remaining time equally among faults, so that a fault that hangs does not use all of it.
std::optional<Clock::time_point> share_of(const std::optional<Clock::time_point>& end, std::size_t faults) {
  if (!end) return std::nullopt;
  const Clock::time_point now = Clock::now();
  return now + std::max(Clock::duration(0), *end - now) / static_cast<std::int64_t>(faults);
}

}  // namespace

std::uint64_t seed_of_case(const Plan& plan, std::uint64_t number) {
  return program::choice_key(plan.seed, number, "case");
}

Bounds bounds_of_case(const Plan& plan, std::uint64_t number) {
  return plan.bounds ? *plan.bounds : bounds_of(static_cast<int>(number % kSizes));
}

// One case of eight in total. Older calls cannot express lengths above 4 GB. If such objects occur, all cases
// with them are compared, and fewer of the others.
Presentations presentations_of_case(const Plan& plan, std::uint64_t number, const Features& features) {
  constexpr std::uint64_t kOneOf = 8, kOneOfOthers = 40;
  const bool any_huge = possible(plan.envelope.features, plan.envelope.runtime).has(Feature::kHugeObjects);
  const std::uint64_t one_of = features.has(Feature::kHugeObjects) ? 1 : any_huge ? kOneOfOthers : kOneOf;
  const bool both =
      !plan.subject.compared.empty() && program::choice_key(plan.seed, number, "presentations") % one_of == 0;
  return both ? Presentations::kBoth : Presentations::kOne;
}

protocol::Case case_of(const Plan& plan, const TypePool& pool, std::uint64_t number) {
  return case_of(
      plan.subject,
      generate(pool, plan.envelope, seed_of_case(plan, number), bounds_of_case(plan, number)).program);
}

program::Program as_played(program::Program program) {
  program::draw_choices(program);
  return program;
}

Result run(const Plan& plan, const TypePool& pool, Watcher& watcher) {
  Ledger ledger(plan, watcher);
  driver::KnownHangs hangs;
  Subject subject = plan.subject;
  subject.run.known_hangs = &hangs;
  std::vector<std::thread> threads;
  for (std::uint32_t i = 1; i < plan.jobs; ++i)
    threads.emplace_back([&] { run_cases(plan, subject, pool, ledger); });
  run_cases(plan, subject, pool, ledger);
  for (std::thread& thread : threads) thread.join();
  Result result = std::move(ledger).finish();
  Testers testers(subject);
  std::optional<Clock::time_point> end;
  if (plan.shrink_time) end = Clock::now() + *plan.shrink_time;
  Shrinking shrinking{.plan = &plan,
                      .pool = &pool,
                      .testers = &testers,
                      .watcher = &watcher,
                      .until = {},
                      .progress = {.faults = result.faults.size(), .until = end}};
  for (std::size_t left = result.faults.size(); Fault & fault : result.faults) {
    ++shrinking.progress.number;
    shrinking.until = share_of(end, left--);
    make_small(shrinking, fault);
    if (plan.shrinks) watcher.shrunk(fault, shrinking.progress);
    result.stopped = result.stopped || fault.unshrunk;
  }
  join_causes(result.faults);
  return result;
}

}  // namespace gcrucible::campaign
