// Plays a program in a real CLR, by the C# player, under the recorder.
#pragma once

#include <string>

#include "harness/driver/coreclr_refusals.h"
#include "harness/driver/trace/recording.h"
#include "harness/program/program.h"

namespace gcrucible::driver {

struct PlayOptions {
  std::string scenario;    // for the player's messages
  SettingPlaces places;    // likewise
  std::string trace_path;  // where the trace is kept
  std::string recorder;    // the library
  std::string clsid;
  platform::Environment environment;     // over ours
  std::chrono::milliseconds timeout{0};  // for the whole of it; 0: for ever
};

// The player's library: GCRUCIBLE_PLAYER, else player/Player.dll beside this program.
std::string player_path();

// Of a program that why_not_on_coreclr() has nothing against. Exit code 2 of the player says that a step
// could not be made; it has said why on the error output.
Recording play_on_coreclr(const program::Program& program, const PlayOptions& options);

}  // namespace gcrucible::driver
