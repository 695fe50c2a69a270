#include "harness/program/own_way.h"

#include <algorithm>
#include <variant>

namespace gcrucible::program {
namespace {

bool is_answered(const Ask& ask) {
  return ask.answer.has_value();
}

struct IsDishonest {
  bool operator()(const Say&) const { return true; }
  bool operator()(const Ask& ask) const { return is_answered(ask); }
  bool operator()(const Collect& collect) const {
    const Telling& telling = collect.telling;
    return !telling.edits.empty() || !telling.entries.empty() || !telling.overrides.empty() ||
           std::ranges::any_of(collect.asks, is_answered);
  }
  template <typename Other>
  bool operator()(const Other&) const {
    return false;
  }
};

bool is_told(const Step& step) {
  const auto* const collect = std::get_if<Collect>(&step.action);
  return collect != nullptr && collect->telling != Telling{};
}

}  // namespace

OwnWay own_way(const Program& program) {
  const auto dishonest = [](const Step& step) { return std::visit(IsDishonest{}, step.action); };
  OwnWay own;
  own.dishonest = !program.overrides.empty() || std::ranges::any_of(program.steps, dishonest);
  own.told = own.dishonest || std::ranges::any_of(program.steps, is_told);
  return own;
}

}  // namespace gcrucible::program
