// Replaces random liberties of the runtime by explicit settings.
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "harness/campaign/attempts.h"
#include "harness/program/editing.h"
#include "harness/program/program.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

constexpr std::uint32_t kMostAborted = 2;

auto& key_of(Is<Collect> auto& step) {
  return step.reporting.liberties;
}
auto& key_of(Is<Suspend> auto& step) {
  return step.liberties;
}
Suspending& course_of(Collect& step) {
  return step.reporting.suspension;
}
Suspending& course_of(Suspend& step) {
  return step.suspension;
}

// Liberties of a collection also produce null roots and empty handles. Tries an explicit step for these.
bool say_null(Attempts& attempts, std::size_t place, Action null) {
  return attempts.edit([&](Program& program) {
    std::get<Collect>(program.steps[place].action).reporting.liberties = 0;
    Step step{.action = std::move(null), .lane = program.steps[place].lane};
    program = with_step_before(std::move(program), place, std::move(step));
  });
}

template <typename Kind>
bool plainer(Attempts& attempts, std::size_t place) {
  const auto taken = [&] {
    return key_of(std::get<Kind>(attempts.program().steps[place].action)).value_or(0);
  };
  if (taken() == 0) return false;
  for (std::uint32_t aborted = 1; aborted <= kMostAborted; ++aborted) {
    const bool said = attempts.edit_step<Kind>(place, [aborted](Kind& step) {
      if (course_of(step).aborted) return;
      key_of(step) = 0;
      course_of(step).aborted = aborted;
    });
    if (said) return true;
  }
  for (std::uint64_t key = 1; key <= kShortKeys && taken() > kShortKeys; ++key) {
    if (attempts.edit_step<Kind>(place, [key](Kind& step) { key_of(step) = key; })) return true;
  }
  return false;
}

}  // namespace

bool plainer_liberties(Attempts& attempts, std::size_t place) {
  const Action action = attempts.program().steps[place].action;
  if (std::holds_alternative<Suspend>(action)) return plainer<Suspend>(attempts, place);
  const auto* const collect = std::get_if<Collect>(&action);
  if (collect == nullptr) return false;
  if (collect->reporting.liberties.value_or(0) != 0 &&
      (say_null(attempts, place, AddRoot{}) || say_null(attempts, place, CreateHandle{})))
    return true;
  return plainer<Collect>(attempts, place);
}

}  // namespace gcrucible::campaign
