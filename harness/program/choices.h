// Fills in the choices that both the scenario and the runtime leave open.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/program/program.h"

namespace gcrucible::program {

// Only for runtimes with free order and free splits (`documented`); other programs stay unchanged. Each open
// choice is random, from the program's seed and a key of its own. docs/reference/runtime-choices.md lists
// them. Choices of a report: order and mixing of parts, split sizes, order of entries, other liberties. Steps
// have open choices too. The choices become fields of the program, so they can be printed and shrunk.
void draw_choices(Program& program);

// The same for a collection that is not a step of the program: number `number` of its `kind`.
void draw_reporting(const Program& program, std::string_view kind, std::uint64_t number, Collect& collect);

}  // namespace gcrucible::program
