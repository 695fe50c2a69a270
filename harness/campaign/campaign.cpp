#include "harness/campaign/campaign.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include "harness/campaign/cause_groups.h"
#include "harness/campaign/explorer.h"
#include "harness/program/choices.h"
#include "harness/rules/rule.h"
#include "harness/scenario/scenario_writer.h"

namespace gcrucible::campaign {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kSizes = 101;  // 0 to 100

// What the threads of a campaign share, behind one lock.
class Ledger {
 public:
  Ledger(const Plan& plan, Watcher& watcher) : plan_(&plan), watcher_(&watcher), begun_(Clock::now()) {
    if (plan.only_case) next_ = *plan.only_case;
    for (const Suppression& each : plan.suppressions) result_.allowed.push_back({.suppression = &each});
  }

  // Nothing: the campaign is over.
  std::optional<std::uint64_t> next() {
    const std::lock_guard lock(mutex_);
    if (result_.faults.size() >= plan_->most_faults) return std::nullopt;
    const bool late = plan_->time && Clock::now() - begun_ >= *plan_->time;
    if (late || watcher_->wants_stop()) {
      result_.stopped = true;
      return std::nullopt;
    }
    if (plan_->only_case) return next_ == *plan_->only_case ? std::optional(next_++) : std::nullopt;
    while (next_ < plan_->cases && !plan_->shard.has(next_)) ++next_;
    if (next_ >= plan_->cases) return std::nullopt;
    return next_++;
  }

  void take(std::uint64_t number, Generated&& made, Trial&& trial, const CallContexts& calls) {
    const std::lock_guard lock(mutex_);
    ++result_.cases;
    result_.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun_);
    if (trial.refused) {
      // What nobody waited for the end of any more says nothing.
      if (watcher_->wants_stop()) {
        --result_.cases;
      } else if (result_.refused++ == 0) {
        result_.refusal = trial.message;
      }
    } else {
      count(made, trial, calls);
      if (!trial.unsteady.empty() && result_.unsteady++ == 0) result_.unsteadiness = trial.unsteady;
      const auto passed = [&](const Suppression& known) {
        ++result_.allowed[static_cast<std::size_t>(&known - plan_->suppressions.data())].times;
      };
      for (Trouble& trouble : leading(std::move(trial.troubles), plan_->suppressions, passed))
        take(number, made, std::move(trouble));
    }
    watcher_->progress(result_);
  }

  Result finish() && {
    std::ranges::sort(result_.faults, {}, &Fault::number);
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      if (rules_[i].cases != 0) result_.rules.emplace(rules::catalogue()[i].id, rules_[i]);
    }
    return std::move(result_);
  }

 private:
  void count(const Generated& made, const Trial& trial, const CallContexts& calls) {
    for (const rules::Verdict& verdict : trial.verdicts) {
      if (verdict.standing == rules::Standing::kNotEvaluable) continue;
      RuleTally& tally = rules_[static_cast<std::size_t>(verdict.rule - rules::catalogue().data())];
      ++tally.cases;
      tally.occasions += verdict.occasions;
    }
    for (const FeatureRow& row : feature_rows()) {
      if (made.features.has(row.feature)) ++result_.features[static_cast<std::size_t>(row.feature)];
    }
    result_.calls.add(calls);
  }

  void take(std::uint64_t number, const Generated& made, Trouble trouble) {
    const auto same = std::ranges::find(result_.faults, trouble.cause, &Fault::cause);
    if (same != result_.faults.end()) {
      ++same->times;
      if (number > same->number) return;
      // A thread that was faster has found it in a later case.
      same->number = number;
      same->trouble = std::move(trouble);
      same->features = made.features;
      same->program = made.program;
      return;
    }
    Fault fault;
    fault.cause = trouble.cause;
    fault.trouble = std::move(trouble);
    fault.number = number;
    fault.times = 1;
    fault.features = made.features;
    fault.program = made.program;
    watcher_->found(fault);
    result_.faults.push_back(std::move(fault));
  }

  const Plan* plan_;
  Watcher* watcher_;
  Clock::time_point begun_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;
  std::vector<RuleTally> rules_ = std::vector<RuleTally>(rules::catalogue().size());  // as in the catalogue
  Result result_;
};

class Listener final : public rules::Observer {
 public:
  void entered(const rules::Callback& callback, const rules::History& history) override {
    calls.take(callback, history);
  }
  void closed(const rules::Collection&) override {}

  CallContexts calls;
};

void run_cases(const Plan& plan, const Subject& subject, const TypePool& pool, Ledger& ledger) {
  Tester tester(subject);
  while (const std::optional<std::uint64_t> number = ledger.next()) {
    Generated made =
        generate(pool, plan.envelope, seed_of_case(plan, *number), bounds_of_case(plan, *number));
    Listener listener;
    Trial trial = tester.try_program(made.program, &listener);
    ledger.take(*number, std::move(made), std::move(trial), listener.calls);
  }
}

bool is_of_runtime(const Trouble& trouble) {
  const rules::Rule* const rule = rules::find_rule(trouble.cause.rule);
  return rule != nullptr && rule->breaker == rules::Breaker::kRuntime;
}

// A plainer runtime forbids what the other one was free to do. A program that breaks its rules would be held
// against every profiler for ever.
bool blames_runtime_anew(const std::vector<Trouble>& before, const Trial& now) {
  return std::ranges::any_of(now.troubles, [&](const Trouble& trouble) {
    return is_of_runtime(trouble) && std::ranges::none_of(before, [&](const Trouble& known) {
             return known.cause.rule == trouble.cause.rule;
           });
  });
}

void tell_others(const std::vector<Trouble>& troubles, Fault& fault) {
  for (const Trouble& trouble : troubles) {
    const auto told = [&](const Cause& each) { return each.rule == trouble.cause.rule; };
    if (!told(fault.cause) && std::ranges::none_of(fault.also, told)) fault.also.push_back(trouble.cause);
  }
}

bool is_writable(const program::Program& program) {
  return scenario::write(program, {.title = "-"}).text.has_value();
}

void make_small(const Plan& plan, const TypePool& pool, Tester& tester, Watcher& watcher,
                const std::optional<Clock::time_point>& until, Fault& fault) {
  if (watcher.wants_stop()) {
    fault.unshrunk = plan.shrinks;
    return;
  }
  Trial whole = tester.try_apart(as_played(fault.program));
  fault.flaky = !whole.has(fault.cause);
  if (fault.flaky) return;
  const std::vector<Trouble> at_first = std::move(whole.troubles);
  std::vector<Trouble> shown = at_first;
  // Who wants it to stop gets what it has come to.
  const auto shows = [&](const program::Program& program) {
    if (until && Clock::now() >= *until) fault.cut = true;
    fault.unshrunk = fault.unshrunk || watcher.wants_stop();
    if (fault.cut || fault.unshrunk) return false;
    Trial trial = tester.try_apart(as_played(program));
    if (!trial.has(fault.cause) || blames_runtime_anew(at_first, trial)) return false;
    shown = std::move(trial.troubles);
    return true;
  };
  if (plan.shrinks) {
    ShrinkSettings settings = plan.shrinking;
    settings.writable = is_writable;
    settings.switches = [&](const program::Program& program, std::size_t step) {
      return played_switches(tester, program, step);
    };
    Shrunk shrunk = shrink(fault.program, pool, shows, settings);
    fault.trials = shrunk.trials;
    fault.program = std::move(shrunk.program);
  }
  // What is told of it is told of the small one.
  tell_others(shown, fault);
  fault.trouble = *std::ranges::find(shown, fault.cause, &Trouble::cause);
}

// Each fault has an equal part of what is left, so that one that hangs leaves something to the others.
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

host::Case case_of(const Plan& plan, const TypePool& pool, std::uint64_t number) {
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
  Tester tester(subject);
  std::optional<Clock::time_point> end;
  if (plan.shrink_time) end = Clock::now() + *plan.shrink_time;
  for (std::size_t left = result.faults.size(); Fault & fault : result.faults) {
    watcher.shrinking(fault);
    make_small(plan, pool, tester, watcher, share_of(end, left--), fault);
    result.stopped = result.stopped || fault.unshrunk;
  }
  join_causes(result.faults);
  return result;
}

}  // namespace gcrucible::campaign
