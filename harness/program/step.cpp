#include "harness/program/step.h"

namespace gcrucible::program {

Action::Action() = default;
Action::Action(const Action& other) = default;
Action::Action(Action&& other) noexcept = default;
Action& Action::operator=(const Action& other) = default;
Action& Action::operator=(Action&& other) noexcept = default;
Action::~Action() = default;

bool Action::is_equal(const Action& other) const {
  return static_cast<const AnyAction&>(*this) == static_cast<const AnyAction&>(other);
}

}  // namespace gcrucible::program
