// Makes smaller programs from a program, to shrink it to a minimal one.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::program {

// Removes the steps whose place in `kept` is false. Steps that depend on a removed step are removed too: they
// name an object, a root, a handle or an assembly that no longer exists. The main thread does the steps of a
// thread that no longer starts. The rest is renumbered. `kept` has one place for each step. The result can be
// invalid: a background collection can lose its end.
Program with_steps(const Program& program, const std::vector<bool>& kept);

// The allocation in step `place` makes one object. This object replaces all objects that the step made
// before.
Program with_one_object(Program program, std::size_t place);

// Inserts `step` before step `place`. `step` must not make an object. Later roots and handles get new
// numbers.
Program with_step_before(Program program, std::size_t place, Step step);

// Removes types, threads, functions and assemblies that no step needs. The rest is renumbered.
Program without_unused(Program program);

}  // namespace gcrucible::program
