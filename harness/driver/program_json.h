// A program as the C# player reads it, for a real CLR.
#pragma once

#include <string>

#include "harness/program/program.h"

namespace gcrucible::driver {

// Of a program that why_not_on_coreclr() has nothing against. `file` is for the player's messages. Fields are
// written by their offsets in bytes, so that the player needs to know no rule of layout.
std::string program_json(const program::Program& program, const std::string& file);

}  // namespace gcrucible::driver
