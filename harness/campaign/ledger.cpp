#include "harness/campaign/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/campaign/suppressions.h"
#include "harness/rules/catalogue/rule.h"

namespace gcrucible::campaign {
namespace {

void add_mistakes(const std::vector<std::string_view>& mistakes, Fault& fault) {
  if (mistakes.empty()) return;
  if (fault.listing++ == 0) {
    fault.common = mistakes;
    return;
  }
  std::erase_if(fault.common, [&](std::string_view mistake) {
    return std::ranges::find(mistakes, mistake) == mistakes.end();
  });
}

}  // namespace

Ledger::Ledger(const Plan& plan, Watcher& watcher)
    : plan_(&plan),
      watcher_(&watcher),
      begun_(Clock::now()),
      step_(plan.shard.count),
      next_(plan.only_case.value_or(plan.shard.index)),
      left_(plan.cases_of_shard()),
      due_(next_),
      rules_(rules::catalogue().size()) {
  for (const Suppression& each : plan.suppressions) result_.allowed.push_back({.suppression = &each});
}

std::optional<std::uint64_t> Ledger::next() {
  const std::lock_guard lock(mutex_);
  if (is_full()) return std::nullopt;
  const bool late = plan_->time && Clock::now() - begun_ >= *plan_->time;
  const bool unwanted = watcher_->wants_stop();
  if (late || unwanted) {
    result_.stopped = result_.stopped || unwanted || !plan_->is_endless();
    return std::nullopt;
  }
  if (left_ == 0) return std::nullopt;
  --left_;
  watcher_->begins(next_);
  return std::exchange(next_, next_ + step_);
}

void Ledger::take(std::uint64_t number, Generated&& made, Trial&& trial, const CallContexts& calls) {
  // A deadlock is known at once and needs no wait.
  const bool hung =
      trial.outcome.fate == driver::Fate::kHung && !trial.outcome.cut_short && trial.outcome.deadlock.empty();
  const std::optional<Cause> hang =
      hung && !trial.troubles.empty() ? std::optional(trial.troubles.front().cause) : std::nullopt;
  std::string standing = std::move(trial.standing);
  Played all = played(std::move(made), std::move(trial), calls);
  const std::lock_guard lock(mutex_);
  watcher_->ends(number);
  if (hang) {
    const auto [first, is_new] = hung_.emplace(*hang, number);
    if (!is_new) first->second = std::min(first->second, number);
  }
  if (is_full()) return;
  if (!standing.empty() && number < standing_) {
    standing_ = number;
    result_.standing = "Case " + std::to_string(number) + " had not ended: " + standing;
  }
  // A refusal after the stop may be caused by the stop.
  all.counts = !all.refused || !watcher_->wants_stop();
  held_.emplace(number, std::move(all));
  while (!is_full() && !held_.empty() && held_.begin()->first == due_) {
    count(due_, std::move(held_.extract(held_.begin()).mapped()));
    due_ += step_;
  }
  result_.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun_);
  if (is_full()) {
    held_.clear();
    result_.limited = result_.cases < plan_->cases_of_shard();
    result_.stopped = result_.stopped || result_.limited;
  }
  watcher_->progress(result_);
}

bool Ledger::has_hung_before(std::uint64_t number, const Cause& cause) {
  const std::lock_guard lock(mutex_);
  const auto first = hung_.find(cause);
  return first != hung_.end() && first->second < number;
}

Result Ledger::finish() && {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (rules_[i].cases != 0) result_.rules.emplace(rules::catalogue()[i].id, rules_[i]);
  }
  return std::move(result_);
}

Ledger::Played Ledger::played(Generated&& made, Trial&& trial, const CallContexts& calls) const {
  Played all;
  all.refused = trial.refused;
  if (trial.refused) {
    all.refusal = std::move(trial.message);
    return all;
  }
  for (const rules::Verdict& verdict : trial.verdicts) {
    if (verdict.standing == rules::Standing::kNotEvaluable) continue;
    all.rules.emplace_back(static_cast<std::size_t>(verdict.rule - rules::catalogue().data()),
                           verdict.occasions);
  }
  all.unsteady = std::move(trial.unsteady);
  all.calls = calls;
  all.answers = trial.answers;
  all.estimates = std::move(trial.estimates);
  all.features = made.features;
  all.troubles = std::move(trial.troubles);
  if (!all.troubles.empty()) all.program = std::move(made.program);
  return all;
}

void Ledger::count(std::uint64_t number, Played&& played) {
  if (!played.counts) return;
  ++result_.cases;
  if (played.refused) {
    if (result_.refused++ == 0) result_.refusal = fmt::format("case {}: {}", number, played.refusal);
    return;
  }
  for (const auto& [place, occasions] : played.rules) {
    ++rules_[place].cases;
    rules_[place].occasions += occasions;
  }
  for (const FeatureRow& row : feature_rows()) {
    if (played.features.has(row.feature)) ++result_.features[static_cast<std::size_t>(row.feature)];
  }
  result_.calls.add(played.calls);
  result_.answers.add(played.answers);
  rules::add_to(result_.estimates, rules::of_case(std::move(played.estimates), number));
  if (!played.unsteady.empty() && result_.unsteady++ == 0) result_.unsteadiness = std::move(played.unsteady);
  const auto passed = [&](const Suppression& known) {
    ++result_.allowed[static_cast<std::size_t>(&known - plan_->suppressions.data())].times;
  };
  for (Trouble& trouble : leading(std::move(played.troubles), plan_->suppressions, passed))
    count(number, played, std::move(trouble));
}

void Ledger::count(std::uint64_t number, const Played& played, Trouble trouble) {
  const auto same = std::ranges::find(result_.faults, trouble.cause, &Fault::cause);
  if (same != result_.faults.end()) {
    ++same->times;
    if (trouble.also_rule.empty()) same->also_rule.clear();
    add_mistakes(trouble.causes, *same);
    return;
  }
  Fault fault;
  fault.cause = trouble.cause;
  fault.also_rule = trouble.also_rule;
  add_mistakes(trouble.causes, fault);
  fault.trouble = std::move(trouble);
  fault.number = number;
  fault.times = 1;
  fault.features = played.features;
  fault.program = played.program;
  watcher_->found(fault);
  result_.faults.push_back(std::move(fault));
}

}  // namespace gcrucible::campaign
