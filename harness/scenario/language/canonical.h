// Makes programs equal that differ only in ways that no run depends on.
#pragma once

#include "harness/program/program.h"

namespace gcrucible::scenario {

// Types are sorted by name. Unused types that exist implicitly are removed: built-in types, arrays,
// instantiations of generic types. A field's place among its class's own fields is counted from 0. A field's
// type gets a name. Objects have no names, and steps have no place in a file.
// The result is for comparison only. It must not be run: a class may come before its parent.
program::Program canonical(program::Program program);

}  // namespace gcrucible::scenario
