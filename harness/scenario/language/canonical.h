// Programs that differ only in what no run depends on, made equal.
#pragma once

#include "harness/program/program.h"

namespace gcrucible::scenario {

// Types are sorted by their names, and those that exist by themselves (built-in ones, arrays, instantiations
// of generic types) are left out where nothing uses them; a field's place among its class's own is counted
// from 0, and its type has a name; objects have none, steps no place in a file.
// To be compared, not to be run: a class may come before its parent.
program::Program canonical(program::Program program);

}  // namespace gcrucible::scenario
