// Fills in what a scenario leaves to chance and the runtime leaves open.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/program/program.h"

namespace gcrucible::program {

// For runtimes whose order and splits are free (`documented`): what a collection's telling does not say of
// the order of the parts, of their mixing, of split sizes, of the order of entries and of other liberties,
// and what steps leave to the runtime, is drawn from the program's seed, each choice by a key of its own
// (docs/runtimes.md lists them). The choices become fields of the program, so that they can be printed and
// shrunk. Programs of other runtimes stay as they are.
void draw_choices(Program& program);

// The same for how a collection is told that is no step of the program, the `number`th of its `kind`.
void draw_telling(const Program& program, std::string_view kind, std::uint64_t number, Collect& collect);

}  // namespace gcrucible::program
