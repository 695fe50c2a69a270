// A program as the C# player reads it, for a real CLR.
#pragma once

#include <string>

#include "harness/driver/coreclr_refusals.h"
#include "harness/program/program.h"

namespace gcrucible::driver {

// Of a program that why_not_on_coreclr() has nothing against. `file` is for the player's messages. Fields are
// written by their offsets in bytes, so that the player needs to know no rule of layout.
// `places` says where types are declared, for what the player has to say about them.
std::string program_json(const program::Program& program, const std::string& file,
                         const SettingPlaces& places);

}  // namespace gcrucible::driver
