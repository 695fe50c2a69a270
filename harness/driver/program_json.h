// Writes a program for the C# player, which executes it in a real CLR.
#pragma once

#include <string>

#include "harness/driver/coreclr_refusals.h"
#include "harness/program/program.h"

namespace gcrucible::driver {

// `program` must be one that why_not_on_coreclr() accepts. `file` is for the player's messages. Fields are
// written with their offsets in bytes, so that the player needs no layout rules. `places` holds the places of
// type declarations, for the player's messages about them.
std::string program_json(const program::Program& program, const std::string& file,
                         const SettingPlaces& places);

}  // namespace gcrucible::driver
