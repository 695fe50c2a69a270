// Whether a program can be run: every number in it must name something that exists at that moment.
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
  std::uint32_t line = 0;      // of the scenario; 0 if there is none
  std::uint32_t column = 0;
  std::string setting;  // the key with the error, if it is not in a step: "profiler.load", "types.NAME"
  std::string message;  // a sentence without the place
};

// "line 12: …", "step 3: …", or the message alone.
std::string to_string(const Problem& problem);

// All errors that can be found without running the program. Empty means that the program may be run. The host
// rejects errors that only a run shows, with the step's line: a reference to a dead object, a literal address
// outside all ranges. Stops at kMostProblems.
std::vector<Problem> validate(const Program& program);

inline constexpr std::size_t kMostProblems = 50;

}  // namespace gcrucible::program
