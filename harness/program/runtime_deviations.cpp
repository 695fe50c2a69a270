#include "harness/program/runtime_deviations.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "harness/program/editing.h"

namespace gcrucible::program {
namespace {

bool is_answered(const Ask& ask) {
  return ask.answer.has_value();
}

struct IsDishonest {
  bool operator()(const Say&) const { return true; }
  bool operator()(const Ask& ask) const { return is_answered(ask); }
  bool operator()(const Collect& collect) const {
    const Reporting& reporting = collect.reporting;
    return !reporting.edits.empty() || !reporting.entries.empty() || !reporting.overrides.empty() ||
           std::ranges::any_of(collect.asks, is_answered);
  }
  template <typename Other>
  bool operator()(const Other&) const {
    return false;
  }
};

bool is_reported(const Step& step) {
  const auto* const collect = std::get_if<Collect>(&step.action);
  return collect != nullptr && collect->reporting != Reporting{};
}

}  // namespace

RuntimeDeviations runtime_deviations(const Program& program) {
  const auto dishonest = [](const Step& step) { return std::visit(IsDishonest{}, step.action); };
  RuntimeDeviations own;
  own.dishonest = !program.overrides.empty() || std::ranges::any_of(program.steps, dishonest);
  own.reported = own.dishonest || std::ranges::any_of(program.steps, is_reported);
  return own;
}

Program honest_program(const Program& program) {
  std::vector<bool> kept;
  for (const Step& step : program.steps) kept.push_back(!std::holds_alternative<Say>(step.action));
  Program honest = with_steps(program, kept);
  honest.overrides = {};
  for (Step& step : honest.steps) {
    if (auto* const ask = std::get_if<Ask>(&step.action)) ask->answer.reset();
    auto* const collect = std::get_if<Collect>(&step.action);
    if (collect == nullptr) continue;
    collect->reporting.edits.clear();
    collect->reporting.entries.clear();
    collect->reporting.overrides = {};
    for (Ask& ask : collect->asks) ask.answer.reset();
  }
  return honest;
}

}  // namespace gcrucible::program
