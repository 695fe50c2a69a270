// The names of a program's threads, objects, roots and handles in messages.
#pragma once

#include <cstdint>
#include <string>

#include "harness/program/program.h"

namespace gcrucible::program {

// `thread "main"`; `thread 3` if the thread has no name or does not exist.
std::string spoken_thread(const Program& program, std::uint32_t thread);
// `object "a"`; `object 3` if the scenario gave it no name.
std::string spoken_object(const Program& program, std::uint64_t object);

}  // namespace gcrucible::program
