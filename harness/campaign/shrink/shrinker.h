// Finds the smallest program that still shows a fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "harness/campaign/generate/type_pool.h"
#include "harness/program/program.h"

namespace gcrucible::campaign {

// Whether a valid program shows the fault. Must be deterministic.
using Shows = std::function<bool(const program::Program&)>;

// Whether a program can be written as a scenario. Empty: not required.
using Writable = std::function<bool(const program::Program&)>;

// The switches that happened at a step in which threads take turns, under any schedule. With these switches
// as schedule, the same happens again. Empty if something other than the schedule influenced the play.
using SwitchesOf =
    std::function<std::optional<std::vector<program::Switch>>(const program::Program&, std::size_t step)>;

struct ShrinkSettings {
  std::uint32_t most_trials = 2000;
  // A runtime with fewer freedoms than the program's; a fault that shows there is easier to describe. Null:
  // no change.
  const program::RuntimeProfile* plainer = nullptr;
  // Once a program is writable, only writable programs replace it. A smaller program that cannot be written
  // as a scenario is worth less.
  Writable writable = {};
  // Empty: a random or round-robin schedule is kept or removed, never converted to switches.
  SwitchesOf switches = {};
};

struct Shrunk {
  program::Program program;
  std::uint32_t trials = 0;
  bool complete = true;  // no smaller program was found; false: trials ran out
};

// Removes steps, threads, types and choices, and replaces others by simpler ones, as long as `shows` returns
// true. The initial program must show the fault. Deterministic.
Shrunk shrink(program::Program program, const TypePool& pool, const Shows& shows,
              const ShrinkSettings& settings = {});

}  // namespace gcrucible::campaign
