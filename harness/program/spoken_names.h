// What messages call threads, objects, roots and handles of a program.
#pragma once

#include <cstdint>
#include <string>

#include "harness/program/program.h"

namespace gcrucible::program {

// `thread "main"`; `thread 3` where it has no name, or does not exist.
std::string spoken_thread(const Program& program, std::uint32_t thread);
// `object "a"`; `object 3` where the scenario gave it no name.
std::string spoken_object(const Program& program, std::uint64_t object);

}  // namespace gcrucible::program
