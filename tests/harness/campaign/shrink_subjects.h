// Helpers for tests of the shrinker, and a program whose problem comes from the runtime's liberties.
#pragma once

#include <algorithm>
#include <cstddef>
#include <variant>

#include "harness/campaign/generate/type_pool.h"
#include "harness/campaign/shrink/shrinker.h"
#include "harness/program/program.h"
#include "harness/runtimes/runtimes.h"

namespace gcrucible::campaign {

template <typename Kind>
std::size_t count(const program::Program& program) {
  return static_cast<std::size_t>(std::ranges::count_if(
      program.steps, [](const program::Step& step) { return std::holds_alternative<Kind>(step.action); }));
}

// One collection, with a key that causes null roots, empty handles and aborted suspensions.
inline program::Program with_liberties(const TypePool& pool) {
  program::Program made = pool.program();
  made.runtime = *runtimes::load("documented");
  program::Collect collect;
  collect.reporting.liberties = 8722711008084352517;
  made.steps.push_back({.action = collect});
  return made;
}

// True for a collection that uses liberties, or that follows a step of this kind without an object.
template <typename Kind>
bool collects_with_empty(const program::Program& program) {
  bool empty = false;
  for (const program::Step& step : program.steps) {
    const auto* const made = std::get_if<Kind>(&step.action);
    empty = empty || (made != nullptr && made->object == program::kNothing);
    const auto* const collect = std::get_if<program::Collect>(&step.action);
    if (collect != nullptr && (empty || collect->reporting.liberties.value_or(0) != 0)) return true;
  }
  return false;
}

}  // namespace gcrucible::campaign
