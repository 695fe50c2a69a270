// Whether a program can be run at all: every number in it names something that is there at that moment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::program {

struct Problem {
  static constexpr std::size_t kNoStep = ~std::size_t{0};
  std::size_t step = kNoStep;  // index in Program::steps
  std::uint32_t line = 0;      // of the scenario, 0 if it has none
  std::uint32_t column = 0;
  std::string setting;  // the key that it is about where no step is: "profiler.load", "types.NAME"
  std::string message;  // a sentence without the place
};

// "line 12: …", "step 3: …", or the message alone.
std::string to_string(const Problem& problem);

// Everything that can be known without running the program; empty means that it may be run. What only a run
// shows (a reference to an object that a collection found dead, a literal address outside all ranges) is the
// host's to refuse, with the step's line. Stops at kMostProblems.
std::vector<Problem> validate(const Program& program);

inline constexpr std::size_t kMostProblems = 50;

}  // namespace gcrucible::program
