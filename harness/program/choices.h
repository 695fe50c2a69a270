// Fills in what a scenario leaves to chance and the runtime leaves open.
#pragma once

#include "harness/program/program.h"

namespace gcrucible::program {

// For runtimes whose order and splits are free (`documented`): every collection whose telling says nothing of
// them gets an order, split sizes and a shuffle drawn from the program's seed. The choices become fields of
// the program, so that they can be printed and shrunk. Programs of other runtimes stay as they are.
void draw_choices(Program& program);

}  // namespace gcrucible::program
