// Plays a program in a real CLR, with the C# player, under the recorder.
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
  platform::Environment environment;     // in addition to this process's, which it overrides
  std::chrono::milliseconds timeout{0};  // for the whole run; 0: no limit
};

// The player's library: GCRUCIBLE_PLAYER, or player/Player.dll next to this program.
std::string player_path();

// `program` must be one that why_not_on_coreclr() accepts. Exit code 2 of the player means that a step could
// not be executed. The player has then written the reason to the error output.
Recording play_on_coreclr(const program::Program& program, const PlayOptions& options);

}  // namespace gcrucible::driver
