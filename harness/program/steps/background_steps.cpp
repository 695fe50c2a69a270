#include "harness/program/steps/background_steps.h"

#include <algorithm>
#include <variant>

namespace gcrucible::program {

void BackgroundSteps::begin_shutdown() {
  problems_->check(!shutting_down_,
                   "the process is shutting down already; remove this step, or the one before it");
  problems_->check(
      !last_,
      "the process shuts down inside a background collection; put `background: end` before this step");
  shutting_down_ = true;
}

void BackgroundSteps::background(const Background& step) {
  using Phase = Background::Phase;
  problems_->check(step.phase != Phase::kBegin || !last_,
                   "a background collection is under way already; end it first, with `background: end` after "
                   "its pause");
  problems_->check(
      step.phase != Phase::kPause || last_ == Phase::kBegin,
      "no background collection is under way that could be paused; put `background: begin` before "
      "this step, and one pause after it");
  problems_->check(
      step.phase != Phase::kEnd || last_ == Phase::kPause,
      "no background collection has come to its second pause; put `background: pause` before this "
      "step");
  problems_->check(
      !step.young_first || *step.young_first == Generation::k0 || *step.young_first == Generation::k1,
      "a young collection is one of generation 0 or 1");
  problems_->check(!shutting_down_,
                   "a background collection while the process shuts down; put it before `begin-shutdown`");
  last_ = step.phase == Phase::kEnd ? std::nullopt : std::optional(step.phase);
}

void BackgroundSteps::collect(Generation condemned) {
  problems_->check(
      !last_ || condemned != Generation::k2,
      "a collection of generation 2 inside a background collection, which it would wait for; collect "
      "generation 0 or 1, or put it after `background: end`");
}

void add_unended_background(const Program& program, ProblemList& problems) {
  const auto begins = [](const Step& step) {
    const auto* const background = std::get_if<Background>(&step.action);
    return background != nullptr && background->phase == Background::Phase::kBegin;
  };
  const auto begun = std::find_if(program.steps.rbegin(), program.steps.rend(), begins);
  if (begun == program.steps.rend()) return;
  problems.at_step(static_cast<std::size_t>(program.steps.rend() - begun) - 1, begun->line, begun->column);
  problems.add(
      "the background collection never ends; put `background: pause` and `background: end` after this "
      "step");
}

}  // namespace gcrucible::program
