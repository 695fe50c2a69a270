// How much stack the process may have.
#pragma once

#include <string>

namespace gcrucible::platform {

// What is wrong where the system allows the first thread less stack than this program needs (`ulimit -s`),
// and what to do: a process whose stack is full is ended by a signal, which says nothing. Empty if there is
// enough.
std::string too_little_stack();

}  // namespace gcrucible::platform
