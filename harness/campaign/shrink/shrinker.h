// The smallest program that still shows what a larger one showed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "harness/campaign/generate/type_pool.h"
#include "harness/program/program.h"

namespace gcrucible::campaign {

// Whether a valid program shows it too. Must answer the same for the same program.
using Shows = std::function<bool(const program::Program&)>;

// Whether a program can be said in the language that its reader gets it in. None: nobody asks.
using Writable = std::function<bool(const program::Program&)>;

// The switches that were made at a step of a program in which threads take turns, whatever its schedule: with
// them in its place the same happens. Nothing where something else decided, too.
using SwitchesOf =
    std::function<std::optional<std::vector<program::Switch>>(const program::Program&, std::size_t step)>;

struct ShrinkSettings {
  std::uint32_t most_trials = 2000;
  // A runtime that leaves less open than the program's: what shows there needs fewer words. None: it stays.
  const program::RuntimeProfile* plainer = nullptr;
  // Once a program is writable, only writable ones take its place: a smaller one that nobody can be given is
  // worth less.
  Writable writable = {};
  // None: a schedule that draws, or has each in turn, stays one or goes.
  SwitchesOf switches = {};
};

struct Shrunk {
  program::Program program;
  std::uint32_t trials = 0;
  bool complete = true;  // nothing smaller shows it, as far as this looks; false: the trials were used up
};

// Takes steps, threads, types and choices out, and puts plainer ones in the place of others, as long as
// `shows` says so. The program that it begins with must show it. Same arguments, same result.
Shrunk shrink(program::Program program, const TypePool& pool, const Shows& shows,
              const ShrinkSettings& settings = {});

}  // namespace gcrucible::campaign
