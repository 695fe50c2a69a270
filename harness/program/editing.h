// Smaller programs out of a program: whoever looks for the smallest one that shows something takes parts out.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::program {

// The program without the steps whose place in `kept` is false, and without every step that makes no sense
// then: one that names an object, a root, a handle or an assembly that is not made any more. What a thread
// does that is not started any more, the main thread does. Everything that is left is numbered anew. `kept`
// has as many places as there are steps. The result need not be valid: a background collection may have lost
// its end.
Program with_steps(const Program& program, const std::vector<bool>& kept);

// The program whose step `place`, an allocation, makes one object, which stands for all that it made before.
Program with_one_object(Program program, std::size_t place);

// The program with one step more, in front of step `place`, which makes no object. Roots and handles that are
// made behind it have other numbers then.
Program with_step_before(Program program, std::size_t place, Step step);

// Types, threads, functions and assemblies that no step needs are left out, and the rest numbered anew.
Program without_unused(Program program);

}  // namespace gcrucible::program
