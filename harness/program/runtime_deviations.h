// Whether a program overrides the default behaviour of its runtime.
#pragma once

#include "harness/program/program.h"

namespace gcrucible::program {

struct RuntimeDeviations {
  // A collection is reported differently from the runtime's default, legally or not.
  bool reported = false;
  // A report is changed, a callback has no cause, or an answer is incorrect.
  bool dishonest = false;
};

// Call it before draw_choices(), which fills in all open choices.
RuntimeDeviations runtime_deviations(const Program& program);

// The program without its dishonest parts: all callbacks, reports and answers are those of the runtime.
Program honest_program(const Program& program);

}  // namespace gcrucible::program
