// Simple steps replace others that show the same finding.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "harness/campaign/generate/generator.h"
#include "harness/campaign/shrink/shrinker.h"
#include "harness/program/validate/validate.h"
#include "harness/runtimes/runtimes.h"
#include "tests/harness/campaign/shrink_subjects.h"
#include "tests/support/catch.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

TEST_CASE("shrink: a liberty that aborts a suspension becomes an explicit abort") {
  const TypePool pool;
  const auto is_aborted = [](const Program& program) {
    return std::ranges::any_of(program.steps, [](const Step& step) {
      const auto* const collect = std::get_if<Collect>(&step.action);
      return collect != nullptr && (collect->reporting.liberties.value_or(0) > 4 ||
                                    collect->reporting.suspension.aborted.value_or(0) == 2);
    });
  };
  const Program small = shrink(with_liberties(pool), pool, is_aborted).program;
  const Reporting& reporting = std::get<Collect>(small.steps.back().action).reporting;
  CHECK(reporting.liberties.value_or(0) == 0);
  CHECK(reporting.suspension.aborted == 2u);
}

TEST_CASE("shrink: a liberty that empties a handle becomes an empty handle") {
  const TypePool pool;
  const Program small = shrink(with_liberties(pool), pool, collects_with_empty<CreateHandle>).program;
  CHECK(count<CreateHandle>(small) == 1);
  CHECK(std::get<Collect>(small.steps.back().action).reporting.liberties.value_or(0) == 0);
}

TEST_CASE("shrink: an exception becomes a root and a background collection a plain one") {
  const TypePool pool;
  // Either step is enough. The generated program has the other one.
  const Shows holds_in_full = [](const Program& program) {
    bool held = false;
    for (const Step& step : program.steps) {
      const auto* const root = std::get_if<AddRoot>(&step.action);
      const auto* const background = std::get_if<Background>(&step.action);
      const auto* const collect = std::get_if<Collect>(&step.action);
      held = held || std::holds_alternative<Throw>(step.action) || (root && root->object != kNothing);
      const bool full = (collect && collect->condemned == Generation::k2) ||
                        (background && background->phase == Background::Phase::kPause);
      if (held && full) return true;
    }
    return false;
  };
  Program program = pool.program();
  program.runtime = *runtimes::load("net10");
  program.functions.push_back({.name = "Function1"});
  Allocate node;
  node.type = pool.number("Node");
  Background begin, pause, end;
  pause.phase = Background::Phase::kPause;
  end.phase = Background::Phase::kEnd;
  program.steps = {{.action = node},  {.action = Throw{.object = 0, .catcher = 0, .finally = {0}}},
                   {.action = begin}, {.action = pause},
                   {.action = end},   {.action = CatchThrown{}}};
  REQUIRE(validate(program).empty());
  REQUIRE(holds_in_full(program));
  const Program small = shrink(program, pool, holds_in_full).program;
  REQUIRE(small.steps.size() == 3);
  CHECK(count<AddRoot>(small) == 1);
  CHECK(count<Collect>(small) == 1);
}

TEST_CASE("shrink: an assembly becomes an object with a finalizer") {
  const TypePool pool;
  const auto finalizes = [](const Program& program) {
    return std::ranges::any_of(program.steps, [&](const Step& step) {
      const auto* const allocate = std::get_if<Allocate>(&step.action);
      return allocate != nullptr && program.types[allocate->type].finalizer != Finalizer::kNone;
    });
  };
  const Shows ends = [&](const Program& program) {
    return count<LoadAssembly>(program) != 0 || finalizes(program);
  };
  const Envelope envelope{.runtime = *runtimes::load("net10")};
  std::uint64_t seed = 0;
  Program program;
  do {
    program = generate(pool, envelope, seed++, bounds_of(60)).program;
  } while (count<LoadAssembly>(program) == 0 || finalizes(program));
  const Program small = shrink(program, pool, ends).program;
  CHECK(small.steps.size() == 1);
  CHECK(count<LoadAssembly>(small) == 0);
}

}  // namespace
}  // namespace gcrucible::campaign
